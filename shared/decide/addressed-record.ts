import type { Command } from '../contracts/schema-kit/define.ts';

/** The record that a command changes, by its collection. */
export interface Addressed {
  collection: string;
  id: number | string;
  /** The field that names the record which holds this one, and its collection: changes are told there. */
  within?: { field: string; collection: string };
}

/** Which record a command changes; null: none that was there before. */
export type AddressedBy = (command: Pick<Command, 'type' | 'params' | 'caller'>) => Addressed | null;
