import { commandId } from '#services/gateway/commands/build-command.ts';
import { operationId, readOperationId } from '#services/gateway/commands/operation-id.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import type { FinalAnswer } from './final-answer.ts';

/**
 * The final result of a write for its client. `refused`: no attempt was accepted. `unknown`: the client gave up without an
 * outcome.
 */
export type EntryState = 'open' | 'ok' | 'failed' | 'refused' | 'unknown';

/** One write that a client wants to make, with its idempotency key and all responses. */
export interface Entry {
  key: string;
  /** The endpoint, such as `orders.checkout`. */
  type: string;
  service: ServiceName;
  method: string;
  path: string;
  body: unknown;
  /** The caller in the store's notation, such as `client:12`. */
  owner: string;
  token: string;
  at: string;
  state: EntryState;
  attempts: number;
  answers: FinalAnswer[];
  /** Whether any attempt may have reached the store. */
  mayHaveArrived: boolean;
  /** Whether the store accepted the command (202). */
  wasAccepted: boolean;
  /** Whether the client has stopped sending and polling. */
  isOver: boolean;
  /** Whether a fault deleted the queue that contained the command, so that its loss is expected. */
  lostByOperator: boolean;
  /** The time of the last request, in ms. */
  lastSentAt: number;
  /** The responses and errors with their times, to explain a write that failed. */
  story: string[];
  requestId: string;
}

export interface Ledger {
  entries: Entry[];
  /** Responses with a 5xx status other than 503. Each of them is a fault of the store. */
  defects: string[];
  inFlight: number;
  /** Partitions of the orders service. Faults must not delete the queues of these partitions. */
  keptPartitions: Set<number>;
}

export function newLedger(): Ledger {
  return { entries: [], defects: [], inFlight: 0, keptPartitions: new Set() };
}

/** The id that the gateway gives the command. */
export function commandOf({ owner, method, path, key }: Entry, keys: IdKeys): string {
  return commandId(keys.commands, { owner, method, path: byCommand(path, keys), idempotencyKey: key });
}

/** The path with the operation id replaced by the command id, as the gateway does when it hashes a request about an operation. */
function byCommand(path: string, keys: IdKeys): string {
  const [, operation = '', act = ''] = /^\/api\/operations\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  const known = readOperationId(operation, keys.operations, Date.now());
  return known ? `/api/operations/${known.commandId}/${act}` : path;
}

/** Computes the operation id that the gateway issues for a write, because the response with the id may never arrive. */
export function operationOf(entry: Entry, keys: IdKeys): string {
  const { owner, service, type, at } = entry;
  return operationId({ commandId: commandOf(entry, keys), service, type, owner, at }, keys.operations);
}

export function countStates(entries: readonly Entry[]): Record<EntryState, number> {
  const counts: Record<EntryState, number> = { open: 0, ok: 0, failed: 0, refused: 0, unknown: 0 };
  for (const entry of entries) counts[entry.state] += 1;
  return counts;
}
