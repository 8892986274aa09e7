import type { Command } from '../../contracts/kit/define.ts';
import { isWriteConflict } from '../../platform/mongo/faults.ts';
import type { EngineModels } from './engine-models.ts';
import { ownerOf, type InboxRecord } from '../decide/outcome.ts';
import type { Sentence } from '../../contracts/errors.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';

/** The record does not expire, because an operator redrives or discards the command. */
export function parkedRecord(command: Command, reason: string): InboxRecord {
  return {
    _id: command.id,
    type: command.type,
    owner: ownerOf(command),
    fingerprint: command.fingerprint,
    state: 'parked',
    // Only administrators see the reason, which is an error's own text and has no translation.
    outcome: {
      problem: { code: 'internal_error', detail: reason as Sentence },
      request_id: command.requestId,
    },
    accepted_at: command.at,
    decided_at: storeNow().toISOString(),
  };
}

/** Returns false if the command already has a final outcome, which stays unchanged. */
export async function recordParked(
  { inbox }: Pick<EngineModels, 'inbox'>,
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
    // The upsert conflicts with an existing record that is not parked.
    if (!isWriteConflict(error)) throw error;
    return false;
  }
}
