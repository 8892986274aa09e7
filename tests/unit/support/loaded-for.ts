import type { VersionedRecord } from '#shared/engine/decide/handler.ts';
import { madeBy, type MadeRecord } from '#shared/engine/decide/make-once.ts';

type Id = number | string;
export type Stored = Record<string, Map<Id, VersionedRecord>>;

/** The parts of a service's declaration that determine which records shared/engine/commands/load-batch.ts loads. */
export interface Loading {
  resources: Readonly<Record<string, { isMadeOnce?: true }>>;
  loads?: object | undefined;
  /** For each table, converts a record to its stored document. Some loads match fields that only the document has. */
  documents: Readonly<Record<string, ((record: never) => object) | undefined>>;
}
interface Load {
  table: string;
  field?: string;
  need?: string;
  named?: string;
  as?: (values: unknown[]) => unknown[];
}

/** The engine's tables. A batch loads only parts of them, but this fake loads them completely. */
const whole = ['bulk', 'bulkChunks', 'bulkPreviews', 'ledgerRows'];
/**
 * The needs (what a command declares that it reads) for which the store has special queries. This fake loads the listed tables
 * completely instead.
 */
const ownStatements: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['bulk', 'bulkChunks', 'bulkChunksOf', 'ledgerRows', 'expected', 'selections'].map((name) => [name, []]),
  ),
  ordersOfItems: ['orders', 'inventory'],
  openOrdersOf: ['orders'],
  viewsOfStaff: ['savedViews'],
};

/** The records that a batch of one command with these needs would load. Throws on a need that loads nothing. */
export function loadedFor(
  { resources, loads = {}, documents }: Loading,
  stored: Readonly<Stored>,
  needs: Readonly<Record<string, unknown>>,
): Stored {
  const found: Record<string, [Id, VersionedRecord][]> = {};
  const loaded = Object.fromEntries(
    Object.entries(stored).map(([table, records]) => [table, new Map(whole.includes(table) ? records : [])]),
  );
  const find = (name: string, { table, field = '_id', as = (values) => values }: Load, values: unknown[]) => {
    const documentOf = documents[table] ?? ((record: object) => record);
    const wanted = new Set(as(values));
    found[name] = [...(stored[table] ?? [])].filter(([, record]) =>
      wanted.has((documentOf(record as never) as Record<string, unknown>)[field]),
    );
    for (const [id, record] of found[name]) loaded[table]?.set(id, record);
  };
  const asked = (need: string) => (needs[need] ?? []) as unknown[];

  for (const table of Object.keys(resources)) find(table, { table }, asked(table));
  for (const [name, load] of Object.entries(loads as Record<string, Load>)) {
    const { need, named = '' } = load;
    const [from = '', ...path] = named.split('.');
    const records = found[from]?.map(([, record]) => record) ?? [];
    find(name, load, need === undefined ? valuesAt(records, path) : asked(need));
  }
  find('counters', { table: 'counters' }, asked('sequences'));
  const makers = asked('madeBy').map((accepted) => (accepted as { id: string }).id);
  find('deletions', { table: 'deletions', field: 'created_by_command' }, makers);

  const known = [
    ...Object.keys(resources),
    ...Object.values(loads as Record<string, Load>).map(({ need }) => need),
  ];
  for (const need of Object.keys(needs)) {
    for (const table of ownStatements[need] ?? []) loaded[table] = new Map(stored[table]);
    if (![...known, 'sequences', 'madeBy', ...Object.keys(ownStatements)].includes(need))
      throw new Error(`Nothing loads the need ${need}`);
  }
  const made = Object.keys(resources).flatMap((table) =>
    resources[table]?.isMadeOnce === true ? [...(stored[table]?.values() ?? [])].flatMap(withMakers) : [],
  );
  const ofThese = made.filter(({ created_by_command: maker = '' }) => makers.includes(maker));
  loaded['made'] = madeBy(ofThese, (loaded['deletions']?.values() ?? []) as never);
  return loaded;
}

/** The record, and a copy of it for each line with its own `created_by_command`. Lookups by command id then find the record. */
function withMakers(record: VersionedRecord): MadeRecord[] {
  const { items = [] } = record as { items?: Partial<MadeRecord>[] };
  const ofLines = items.filter(({ created_by_command: maker }) => maker !== undefined);
  return [
    record,
    ...ofLines.map(({ created_by_command }) => ({ ...record, created_by_command })),
  ] as MadeRecord[];
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, path));
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  return typeof value === 'object' && value !== null
    ? valuesAt((value as Record<string, unknown>)[name], rest)
    : [];
}
