import type { Command } from '../contracts/schema-kit/define.ts';
import { isWriteConflict } from '../mongo/faults.ts';
import type { BatchModels } from './batch-models.ts';
import { ownerOf } from '../decide/decide-batch.ts';
import type { InboxRecord } from '../decide/decide-batch.ts';
import { storeNow } from '../mongo/store-clock.ts';

/** What is kept of a command that was given up, until an operator redrives or discards it: it does not expire. */
export function parkedRecord(command: Command, reason: string): InboxRecord {
  return {
    _id: command.id,
    type: command.type,
    owner: ownerOf(command),
    fingerprint: command.fingerprint,
    state: 'parked',
    outcome: { problem: { code: 'internal_error', detail: reason }, request_id: command.requestId },
    accepted_at: command.at,
    decided_at: storeNow().toISOString(),
  };
}

/** Writes down that a command was given up, so that its operation tells. False: it has its end, and keeps that. */
export async function recordParked(
  { inbox }: Pick<BatchModels, 'inbox'>,
  command: Command,
  reason: string,
): Promise<boolean> {
  const record = parkedRecord(command, reason);
  try {
    await inbox.updateOne(
      { _id: command.id, state: 'parked' },
      { $set: record, $unset: { expires_at: true } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    // The upsert met a record that is not a parked one.
    if (!isWriteConflict(error)) throw error;
    return false;
  }
}
