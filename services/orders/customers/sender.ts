import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { Erasure, FormerKey, User } from '../records/tables.ts';

/** Computes a shopper's key from the id that the identity provider has given them. */
export type KeyOfExternal = (externalId: string) => string;

/** A person as the sender of commands, until the time `at`. */
export type Sender = Pick<Erasure, '_id' | 'at' | 'owners' | 'former_keys'>;

/** A command's owner, and when the command was accepted or ran. */
export interface SentCommand {
  owner: string;
  at: string;
}

/** `rows`: the user's ledger rows. They show which ids the user had at the identity provider before. */
export function senderOf(
  { _id, external_id: externalId }: User,
  rows: readonly LedgerRow[],
  { at, keyOf }: { at: string; keyOf: KeyOfExternal },
): Required<Sender> {
  const formerKeys = rows.flatMap(({ at: until, changes = [] }): FormerKey[] => {
    const change = changes.find(({ field }) => field === 'external_id');
    const former = change && 'from' in change ? change.from : null;
    return typeof former === 'string' ? [{ key: keyOf(former), until }] : [];
  });
  const keys = [_id, ...(externalId === undefined ? [] : [keyOf(externalId)])];
  return { _id, at, owners: keys.map((key) => `client:${key}`), former_keys: formerKeys };
}

/** The owners (see `ownerOf`) of commands that the person may have sent. `hasSent` decides whether the person sent a command. */
export function ownersOf({ owners, former_keys: formerKeys = [] }: Sender): string[] {
  return [...owners, ...formerKeys.map(({ key }) => `client:${key}`)];
}

/**
 * Whether the person sent the command. Another user may have a person's key later: if staff gave the id at the identity provider
 * to another user, or if the shopper registered again after an erasure. The id of a user is never given to another user.
 */
export function hasSent(
  { _id, at, owners, former_keys: formerKeys = [] }: Sender,
  { owner, at: sentAt }: SentCommand,
): boolean {
  if (owner === `client:${_id}`) return true;
  const isFormer = formerKeys.some(({ key, until }) => owner === `client:${key}` && sentAt <= until);
  return isFormer || (owners.includes(owner) && sentAt <= at);
}

/** Whether the shopper with this key is, or was before staff changed `external_id`, the erased person. */
export function hasKey(
  { external_key: present, former_keys: formerKeys = [] }: Pick<Erasure, 'external_key' | 'former_keys'>,
  key: string | undefined,
): boolean {
  return key !== undefined && [present, ...formerKeys.map((former) => former.key)].includes(key);
}
