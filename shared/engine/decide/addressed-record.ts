import type { Command } from '../../contracts/kit/define.ts';

export interface Addressed {
  collection: string;
  id: number | string;
  /** The parent record: `field` contains its id, `collection` stores it. Events and ledger rows then belong to the parent. */
  within?: { field: string; collection: string };
}

/** Null for a command that changes no existing record, such as a command that creates one. */
export type AddressedBy = (command: Pick<Command, 'type' | 'params' | 'caller'>) => Addressed | null;

/** For services whose commands are named after their tables: `products.update` changes the product that its path names. */
export function addressedIn(resources: Readonly<Record<string, { collection?: string }>>): AddressedBy {
  return ({ type, params }) => {
    const [table = ''] = type.split('.');
    const [id] = Object.values(params);
    const resource = resources[table];
    return resource && id !== undefined ? { collection: resource.collection ?? table, id } : null;
  };
}
