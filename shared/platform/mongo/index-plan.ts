import { isDeepStrictEqual } from 'node:util';

export interface IndexDefinition {
  key: Readonly<Record<string, unknown>>;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: unknown;
  expireAfterSeconds?: number;
}

export interface NamedIndex extends IndexDefinition {
  name: string;
}

export interface FormerIndex extends IndexDefinition {
  collection: string;
  /** The index is dropped once the data has this version or a later one, because processes of earlier releases use the index. */
  from?: number;
}

/** The steps, in this order, that give a collection its declared indexes. */
export interface IndexPlan {
  build: NamedIndex[];
  /**
   * Indexes of which only `expireAfterSeconds` changed. MongoDB allows no second index that differs only in this option, so the
   * old index is dropped and then built again under the same name.
   */
  lifetimes: NamedIndex[];
  /** Indexes that an earlier release declared, and this release does not declare or declares differently. */
  drop: NamedIndex[];
  /** Indexes that an operator created, which the plan never changes. */
  foreign: NamedIndex[];
}

/** The name that MongoDB's drivers give an index by default. */
function usualName({ key }: Pick<IndexDefinition, 'key'>): string {
  return Object.entries(key)
    .map(([field, direction]) => `${field}_${String(direction)}`)
    .join('_');
}

/** A changed index is built under another name before the old one is dropped. Indexes in `spared` are not dropped. */
export function planIndexes(
  declared: readonly IndexDefinition[],
  existing: readonly NamedIndex[],
  former: readonly IndexDefinition[],
  spared: readonly IndexDefinition[] = [],
): IndexPlan {
  const others = existing.filter(({ name }) => name !== '_id_');
  const lifetimes = declared.flatMap((wanted) =>
    others
      .filter((found) => !isSame(found, wanted) && isAlike(found, wanted))
      .map(({ name }) => ({ ...wanted, name })),
  );
  const taken = new Set(others.map(({ name }) => name));
  const build = declared
    .filter((wanted) => !others.some((found) => isAlike(found, wanted)))
    .map((wanted) => ({ ...wanted, name: freeName(usualName(wanted), taken) }));
  const left = others.filter(
    (found) =>
      !declared.some((wanted) => isAlike(found, wanted)) && !spared.some((one) => isSame(found, one)),
  );
  const drop = left.filter(
    (found) => former.some((one) => isSame(found, one)) || isReplaced(found, declared),
  );
  return { build, lifetimes, drop, foreign: left.filter((found) => !drop.includes(found)) };
}

function isSame(one: IndexDefinition, other: IndexDefinition): boolean {
  return isDeepStrictEqual(comparable(one), comparable(other));
}

/** Whether the definitions are the same. If both have a lifetime (`expireAfterSeconds`), the lifetimes may differ. */
function isAlike(one: IndexDefinition, other: IndexDefinition): boolean {
  const { expireAfterSeconds: lifetime } = other;
  const haveBoth = one.expireAfterSeconds !== undefined && lifetime !== undefined;
  return isSame(haveBoth ? { ...one, expireAfterSeconds: lifetime } : one, other);
}

/** The order of an index's fields matters. */
function comparable({ key, unique, sparse, partialFilterExpression, expireAfterSeconds }: IndexDefinition) {
  return {
    key: Object.entries(key),
    options: [unique ?? false, sparse ?? false, partialFilterExpression ?? null, expireAfterSeconds ?? null],
  };
}

/** Whether the name shows that this store built the index, and a declared index has the same fields but other options. */
function isReplaced({ name, key }: NamedIndex, declared: readonly IndexDefinition[]): boolean {
  const usual = usualName({ key });
  const isOurs = name === usual || new RegExp(`^${RegExp.escape(usual)}_v\\d+$`).test(name);
  return isOurs && declared.some((wanted) => usualName(wanted) === usual);
}

function freeName(usual: string, taken: ReadonlySet<string>): string {
  let name = usual;
  for (let version = 2; taken.has(name); version += 1) name = `${usual}_v${version}`;
  return name;
}
