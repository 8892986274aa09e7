import { ownerOf } from '#shared/decide/decide-batch.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { OperationRef } from '../operations/operation-id.ts';
import type { WriteEndpoint } from '../routes.ts';
import type { WriteRequest } from './build-command.ts';
import { readPreferences } from './preferences.ts';
import type { Preferences } from './preferences.ts';

/** A valid command on its way to its service, with what its answer depends on. */
export interface Submission {
  endpoint: WriteEndpoint;
  command: Command;
  reference: OperationRef;
  preferences: Preferences;
  /** When the client's wait is over, by `performance.now()`. */
  deadline: number;
}

export function toSubmission(
  { endpoint, prefer, records }: Pick<WriteRequest, 'endpoint' | 'prefer' | 'records'>,
  command: Command,
): Submission {
  const { id: commandId, type, at } = command;
  const known = endpoint.declared.bulk ? { records: records ?? recordsNamed(command.body) } : {};
  const preferences = readPreferences(prefer);
  return {
    endpoint,
    command,
    reference: { commandId, service: endpoint.service, type, owner: ownerOf(command), at, ...known },
    preferences,
    deadline: performance.now() + preferences.waitMs,
  };
}

/** A selection is looked up by the worker: until then it is about none. */
function recordsNamed(body: unknown): number {
  const { ids = [] } = body as { ids?: readonly number[] };
  return ids.length;
}
