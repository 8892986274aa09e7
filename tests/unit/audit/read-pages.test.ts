import { afterEach, expect, jest, test } from '@jest/globals';
import { eachPage } from '#shared/engine/audit/read-pages.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';

afterEach(() => void jest.restoreAllMocks());

/** A snapshot of a collection with these ids. */
function snapshotOf(ids: readonly number[]): Snapshot {
  const find = () => {
    let [from, most] = [0, ids.length];
    const found = {
      hint: () => found,
      sort: () => found,
      limit: (limit: number) => ((most = limit), found),
      min: ({ _id }: { _id: number }) => ((from = _id), found),
      toArray: async () =>
        ids
          .filter((id) => id >= from)
          .slice(0, most)
          .map((_id) => ({ _id })),
    };
    return found;
  };
  return { db: { collection: () => ({ find }) }, session: {} } as unknown as Snapshot;
}

test('an audit reads every page of its database snapshot, and no longer pauses between pages once it has read for two minutes', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 20_000));
  const [read, pauses]: [number[], number[]] = [[], []];
  const looking = {
    pace: async (workedMs: number) => void pauses.push(workedMs),
    signal: new AbortController().signal,
  };
  const ids = Array.from({ length: 7 }, (_, index) => index + 1);
  const snapshot = snapshotOf(ids);
  const pages = { size: 2, within: snapshot };
  await eachPage<{ _id: number }>(looking as never, 'orders', pages, (some) => {
    read.push(...some.map(({ _id }) => _id));
  });
  expect(read).toEqual(ids);
  expect(pauses).toEqual([40_000, 40_000, 0]);
});
