import { describe, expect, test } from '@jest/globals';
import { planIndexes, type IndexDefinition, type NamedIndex } from '#shared/platform/mongo/index-plan.ts';

const byId: NamedIndex = { name: '_id_', key: { _id: 1 } };
const price: IndexDefinition = { key: { price: 1, _id: -1 } };
const built = (definition: IndexDefinition, name: string): NamedIndex => ({ ...definition, name });

function plan(declared: IndexDefinition[], existing: NamedIndex[], former: IndexDefinition[] = []) {
  const { build, lifetimes, drop, foreign } = planIndexes(declared, [byId, ...existing], former);
  const names = (indexes: NamedIndex[]) => indexes.map(({ name }) => name);
  return { build: names(build), lifetimes: names(lifetimes), drop: names(drop), foreign: names(foreign) };
}
const nothing = { build: [], lifetimes: [], drop: [], foreign: [] };

describe('the plan for the indexes of a collection', () => {
  test('the plan of index changes is empty if every declared index exists in the collection, whatever its name', () => {
    expect(plan([price], [built(price, 'price_1__id_-1')])).toEqual(nothing);
    expect(plan([price], [built(price, 'by_price')])).toEqual(nothing);
  });

  test('the index plan builds a declared index that does not exist', () => {
    expect(plan([price], [])).toEqual({ ...nothing, build: ['price_1__id_-1'] });
  });

  test('the index plan treats an index with the same fields in a different sequence as a different index', () => {
    const other = built({ key: { _id: -1, price: 1 } }, 'own');
    expect(plan([price], [other])).toEqual({ ...nothing, build: ['price_1__id_-1'], foreign: ['own'] });
  });

  test('the index plan builds a changed index with a new name and drops the old index', () => {
    const unique = { ...price, unique: true };
    const first = plan([unique], [built(price, 'price_1__id_-1')]);
    expect(first).toEqual({ ...nothing, build: ['price_1__id_-1_v2'], drop: ['price_1__id_-1'] });
    const later = plan([{ ...unique, sparse: true }], [built(unique, 'price_1__id_-1_v2')]);
    expect(later).toEqual({ ...nothing, build: ['price_1__id_-1'], drop: ['price_1__id_-1_v2'] });
  });

  test('if only the expiry time of an index differs, the index plan changes the expiry time and keeps the index', () => {
    const expiry = { key: { expires_at: 1 }, expireAfterSeconds: 0 };
    const existing = built({ ...expiry, expireAfterSeconds: 60 }, 'expires_at_1');
    expect(plan([expiry], [existing])).toEqual({ ...nothing, lifetimes: ['expires_at_1'] });
  });

  test('the index plan drops an index that an earlier release declared, and keeps an index that an operator created', () => {
    const former = { key: { colour: 1 } };
    const existing = [built(former, 'colour_1'), built({ key: { size: 1 } }, 'size_1')];
    expect(plan([], existing, [former])).toEqual({ ...nothing, drop: ['colour_1'], foreign: ['size_1'] });
  });

  test('the index plan keeps an index that still running processes of an earlier release need', () => {
    const existing = [built(price, 'price_1__id_-1')];
    expect(planIndexes([], existing, [], [price])).toEqual(nothing);
    expect(planIndexes([], existing, [price])).toMatchObject({ drop: existing });
  });

  test('the index plan keeps an index that an operator created on the same fields as a declared index', () => {
    const own = built({ ...price, partialFilterExpression: { is_active: true } }, 'cheap_and_active');
    expect(plan([price], [own, built(price, 'price_1__id_-1')])).toEqual({
      ...nothing,
      foreign: ['cheap_and_active'],
    });
  });
});
