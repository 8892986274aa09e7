import { ownerOf } from '#shared/engine/decide/outcome.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { SelectionBody } from '#shared/contracts/kit/selection.ts';
import type { OperationRef } from './operation-id.ts';
import type { SubmittedEndpoint } from '../http/routes.ts';
import type { WriteRequest } from './build-command.ts';

const defaultWaitMs = 5000;
const longestWaitSeconds = 30;

export interface Submission {
  endpoint: SubmittedEndpoint;
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

/** 0 for a selection, whose records are unknown until a worker has looked them up. */
function namedRecords({ body }: Pick<Command, 'body'>): number {
  return (body as SelectionBody).ids?.length ?? 0;
}

interface Preferences {
  /** `respond-async`: respond with 202 without waiting. */
  isAsync: boolean;
  waitMs: number;
  /** The value of the header `Preference-Applied`. */
  applied: string | null;
}

function readPreferences(prefer: string | undefined): Preferences {
  const asked = (prefer ?? '')
    .toLowerCase()
    .split(/[,;]/)
    .map((preference) => preference.trim());
  if (asked.includes('respond-async')) return { isAsync: true, waitMs: 0, applied: 'respond-async' };
  const wait = asked
    .map((preference) => /^wait=(\d{1,6})$/.exec(preference)?.[1])
    .find((seconds) => seconds !== undefined);
  if (wait === undefined) return { isAsync: false, waitMs: defaultWaitMs, applied: null };
  const seconds = Math.min(Number(wait), longestWaitSeconds);
  return { isAsync: false, waitMs: seconds * 1000, applied: `wait=${seconds}` };
}
