import { ownerOf } from '#shared/decide/decide-batch.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { SelectionBody } from '#shared/contracts/schema-kit/selection.ts';
import type { OperationRef } from '../operations/operation-id.ts';
import type { WriteEndpoint } from '../routes.ts';
import type { WriteRequest } from './build-command.ts';
import { readPreferences, type Preferences } from './preferences.ts';

/** A valid command on its way to its service, with the data that its response depends on. */
export interface Submission {
  endpoint: WriteEndpoint;
  command: Command;
  reference: OperationRef;
  preferences: Preferences;
  /** For bulk work, the number of its records, or 0 while that is unknown. */
  records?: number;
  /** When the client's wait ends, by `performance.now()`. */
  deadline: number;
}

export function toSubmission(
  { endpoint, prefer, records }: Pick<WriteRequest, 'endpoint' | 'prefer' | 'records'>,
  command: Command,
): Submission {
  const { id: commandId, type, at } = command;
  const preferences = readPreferences(prefer);
  return {
    endpoint,
    command,
    reference: { commandId, service: endpoint.service, type, owner: ownerOf(command), at },
    preferences,
    ...(endpoint.declared.bulk && { records: records ?? namedRecords(command) }),
    deadline: performance.now() + preferences.waitMs,
  };
}

/** The number of listed ids. 0 for a selection, whose records are unknown until a worker has looked them up. */
function namedRecords({ body }: Pick<Command, 'body'>): number {
  return (body as SelectionBody).ids?.length ?? 0;
}
