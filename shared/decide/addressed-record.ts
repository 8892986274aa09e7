import type { Command } from '../contracts/schema-kit/define.ts';

/** The record that a command changes, by its collection. */
export interface Addressed {
  collection: string;
  id: number | string;
  /** The parent record that holds this one: its id's field and its collection. Events and rows are recorded under the parent. */
  within?: { field: string; collection: string };
}

/** Which existing record a command changes; null if it changes none, such as a command that creates one. */
export type AddressedBy = (command: Pick<Command, 'type' | 'params' | 'caller'>) => Addressed | null;
