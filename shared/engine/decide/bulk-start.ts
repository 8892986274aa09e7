import type { Command } from '../../contracts/kit/define.ts';
import { maxSelected, type SelectionBody } from '../../contracts/kit/selection.ts';
import { invalid } from '../../contracts/errors.ts';
import { putBulk } from './bulk-chunk.ts';
import {
  chunkId,
  chunkSize,
  type AskedSelection,
  type BulkChunk,
  type BulkOperation,
  type BulkTables,
  type BulkWork,
} from './bulk-operation.ts';
import { ownerOf } from './outcome.ts';
import type { Decision, State } from './handler.ts';

type StartBody = SelectionBody & { dry_run?: boolean | null };

/** The time limit of one command's search, in seconds. It is short, because the batch's transaction is open meanwhile. */
export const selectionSeconds = 5;

/** Whether this bulk command selects its records by filters or a search. Otherwise, it lists their ids. */
export function selectsRecords({ body }: Pick<Command, 'body'>): boolean {
  const { ids, filters = {}, search = null, all = false } = body as StartBody;
  return !ids && (all === true || search !== null || Object.keys(filters).length > 0);
}

/** Returns an empty list if the command lists ids. */
export function selectionsOf(command: Pick<Command, 'id' | 'body'>, table: string): AskedSelection[] {
  const { filters = {}, search = null } = command.body as StartBody;
  return selectsRecords(command) ? [{ command: command.id, table, filters, search }] : [];
}

/** Throws a 422 if the search for the command's records finds too many records or takes too long. */
export function startOperation(
  state: State<BulkTables>,
  command: Command,
  now: string,
  startsAs?: BulkWork<BulkTables, never>['startsAs'],
): Decision<BulkTables> {
  const { dry_run: isRehearsal, ...body } = command.body as StartBody;
  const { ids: named, filters: _filters, search: _search, all: _all, ...asked } = body;
  const { ids, ...frozen } = named ? { ids: named } : frozenSelection(state, command);
  const type = startsAs?.(asked) ?? command.type;
  const parts: Pick<BulkChunk, 'ids'>[] = [];
  for (let from = 0; from < ids.length; from += chunkSize)
    parts.push({ ids: ids.slice(from, from + chunkSize) });
  return begun(command, { ...frozen, asked, type, dry_run: isRehearsal === true }, parts, now);
}

function frozenSelection(
  { selected }: State<BulkTables>,
  { id, body }: Command,
): { ids: readonly number[]; frozen_at: string } {
  const found = selected.get(id);
  if (!found) throw new Error(`The selection of command ${id} was not looked up`);
  const { ids, at } = found;
  const field = (['filters', 'search'] as const).find((name) => name in (body as StartBody)) ?? 'all';
  if (!ids) throw invalid({ field, rule: 'selects_too_long', params: { seconds: selectionSeconds } });
  if (ids.length > maxSelected)
    throw invalid({ field, rule: 'selects_too_many', params: { max: maxSelected } });
  return { ids, frozen_at: at };
}

type NewOperation = Pick<BulkOperation, 'asked' | 'dry_run'> & Partial<BulkOperation>;

export function newOperation(
  command: Command,
  of: NewOperation,
  parts: readonly Pick<BulkChunk, 'ids'>[],
  now: string,
): BulkOperation {
  return {
    _id: command.id,
    version: 1,
    type: command.type,
    owner: ownerOf(command),
    caller: command.caller,
    language: command.language,
    ...of,
    // An operation without chunks is finished at once, because no chunk will finish it later.
    status: parts.length === 0 ? 'succeeded' : 'queued',
    chunks: parts.length,
    next_chunk: 0,
    total: parts.reduce((total, { ids }) => total + ids.length, 0),
    counts: { changed: 0, unchanged: 0, not_found: 0, refused: 0 },
    errors: [],
    errors_total: 0,
    created_at: command.at,
    started_at: parts.length === 0 ? now : null,
    finished_at: parts.length === 0 ? now : null,
    updated_at: now,
    request_id: command.requestId,
    traceparent: command.traceparent ?? null,
  };
}

/** Stores a new operation, whose chunks background work then processes. `others`: operations that refer to the new one. */
export function begun(
  command: Command,
  of: NewOperation,
  parts: readonly (Pick<BulkChunk, 'ids'> & Partial<BulkChunk>)[],
  now: string,
  others: readonly BulkOperation[] = [],
): Decision<BulkTables> {
  const chunks = parts.map((part, index) => ({
    _id: chunkId(command.id, index),
    version: 1,
    ...part,
    fates: null,
    errors: [],
  }));
  const changes = [
    ...putBulk(newOperation(command, of, parts, now), ...chunks),
    ...others.flatMap((operation) => putBulk(operation)),
  ];
  return { answer: { status: 202, background: true }, changes, events: [] };
}
