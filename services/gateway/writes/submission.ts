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
  { endpoint, prefer }: Pick<WriteRequest, 'endpoint' | 'prefer'>,
  command: Command,
): Submission {
  const { id: commandId, type, at } = command;
  const preferences = readPreferences(prefer);
  return {
    endpoint,
    command,
    reference: { commandId, service: endpoint.service, type, owner: ownerOf(command), at },
    preferences,
    deadline: performance.now() + preferences.waitMs,
  };
}
