import { commandId } from '#services/gateway/writes/command-id.ts';
import { operationId, readOperationId } from '#services/gateway/operations/operation-id.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { IdKeys } from '#shared/process/internal-secrets.ts';
import type { FinalAnswer } from './final-answer.ts';

/**
 * What the client knows of a write in the end. `refused`: no attempt can have been accepted. `unknown`: it gave up
 * without an outcome.
 */
export type EntryState = 'open' | 'ok' | 'failed' | 'refused' | 'unknown';

/** One write as the client intended it, with its key and everything it was told. */
export interface Entry {
  key: string;
  /** The endpoint: `orders.checkout`. */
  type: string;
  service: ServiceName;
  method: string;
  path: string;
  body: unknown;
  /** As the store names the caller. */
  owner: string;
  token: string;
  at: string;
  state: EntryState;
  attempts: number;
  answers: FinalAnswer[];
  /** Some attempt may have reached the store. */
  mayHaveArrived: boolean;
  /** The store said that it has the command safe (202). */
  wasAccepted: boolean;
  /** Nobody sends it or follows it any more. */
  isOver: boolean;
  /** The queue that it lay in was deleted, with all in it: its loss is the operator's. */
  lostByOperator: boolean;
  /** When its last request was sent, in ms. */
  lastSentAt: number;
  /** What its client met, and when: tells the story of a write that went wrong. */
  story: string[];
  requestId: string;
}

export interface Ledger {
  entries: Entry[];
  /** Answers of 500: none may ever come. */
  defects: string[];
  inFlight: number;
  /** Partitions of the orders service whose queue must stay: what lies in them is awaited. */
  keptPartitions: Set<number>;
}

export function newLedger(): Ledger {
  return { entries: [], defects: [], inFlight: 0, keptPartitions: new Set() };
}

/** The id that the gateway gives the command. */
export function commandOf({ owner, method, path, key }: Entry, keys: IdKeys): string {
  return commandId(keys.commands, { owner, method, path: byCommand(path, keys), idempotencyKey: key });
}

/** What is done about an operation is known by the id of its command. */
function byCommand(path: string, keys: IdKeys): string {
  const [, operation = '', act = ''] = /^\/api\/operations\/([^/]+)\/(\w+)$/.exec(path) ?? [];
  const known = readOperationId(operation, keys.operations, Date.now());
  return known ? `/api/operations/${known.commandId}/${act}` : path;
}

/** The id that the gateway gives this command's operation, made here for those whose answer never came. */
export function operationOf(entry: Entry, keys: IdKeys): string {
  const { owner, service, type, at } = entry;
  return operationId({ commandId: commandOf(entry, keys), service, type, owner, at }, keys.operations);
}

export function countStates(entries: readonly Entry[]): Record<EntryState, number> {
  const counts: Record<EntryState, number> = { open: 0, ok: 0, failed: 0, refused: 0, unknown: 0 };
  for (const entry of entries) counts[entry.state] += 1;
  return counts;
}
