import { commandId } from '#services/gateway/writes/command-id.ts';
import { operationId, readOperationId } from '#services/gateway/operations/operation-id.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { IdKeys } from '#shared/process/internal-secrets.ts';
import type { FinalAnswer } from './final-answer.ts';

/** The client's final knowledge of a write. `refused`: no attempt was accepted. `unknown`: it gave up without an outcome. */
export type EntryState = 'open' | 'ok' | 'failed' | 'refused' | 'unknown';

/** One write as the client intended it, with its key and all its answers. */
export interface Entry {
  key: string;
  /** The endpoint: `orders.checkout`. */
  type: string;
  service: ServiceName;
  method: string;
  path: string;
  body: unknown;
  /** The caller as the store names it: `client:12`. */
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
  /** Whether the client has stopped sending and following it. */
  isOver: boolean;
  /** A fault deleted the queue that held it, so its loss is expected. */
  lostByOperator: boolean;
  /** When its last request was sent, in ms. */
  lastSentAt: number;
  /** The client's results with their times, to explain a write that went wrong. */
  story: string[];
  requestId: string;
}

export interface Ledger {
  entries: Entry[];
  /** Answers of 5xx other than unavailability; each one is a fault. */
  defects: string[];
  inFlight: number;
  /** Partitions of the orders service whose queue faults must not delete. */
  keptPartitions: Set<number>;
}

export function newLedger(): Ledger {
  return { entries: [], defects: [], inFlight: 0, keptPartitions: new Set() };
}

/** The id that the gateway gives the command. */
export function commandOf({ owner, method, path, key }: Entry, keys: IdKeys): string {
  return commandId(keys.commands, { owner, method, path: byCommand(path, keys), idempotencyKey: key });
}

/** The path with the operation's id replaced by its command's id, which identifies acts on an operation. */
function byCommand(path: string, keys: IdKeys): string {
  const [, operation = '', act = ''] = /^\/api\/operations\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  const known = readOperationId(operation, keys.operations, Date.now());
  return known ? `/api/operations/${known.commandId}/${act}` : path;
}

/** The operation id that the gateway issues, computed here because some answers never arrived. */
export function operationOf(entry: Entry, keys: IdKeys): string {
  const { owner, service, type, at } = entry;
  return operationId({ commandId: commandOf(entry, keys), service, type, owner, at }, keys.operations);
}

export function countStates(entries: readonly Entry[]): Record<EntryState, number> {
  const counts: Record<EntryState, number> = { open: 0, ok: 0, failed: 0, refused: 0, unknown: 0 };
  for (const entry of entries) counts[entry.state] += 1;
  return counts;
}
