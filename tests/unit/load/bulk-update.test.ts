import { expect, jest, test } from '@jest/globals';

import type { BenchStore } from '#instruments/load/bench-store.ts';
import { bulkUpdate } from '#instruments/load/write-bench.ts';

const bench = {
  store: { url: 'http://store.example' },
  token: () => Promise.resolve('token'),
  figures: () => ({ 'catalog-worker': { cpu: 1, rss: 90 } }),
} as unknown as BenchStore;

function answerWith(changed: number): void {
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() =>
      Promise.resolve(Response.json({ data: { id: 'a', status: 'succeeded', result: { changed } } })),
    );
}

test('the benchmark of a bulk update returns the memory of the processes if the update changes every record', async () => {
  answerWith(2);
  expect(await bulkUpdate(bench, [1, 2], 0)).toMatchObject({ records: 2, rss: { 'catalog-worker': 90 } });
});

test('the benchmark of a bulk update fails if the update leaves records unchanged, because it would measure no work', async () => {
  answerWith(1);
  await expect(bulkUpdate(bench, [1, 2], 0)).rejects.toThrow('ended succeeded: {"changed":1}');
});
