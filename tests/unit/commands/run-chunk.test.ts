import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { runChunk } from '#shared/engine/commands/bulk-runner.ts';
import type { BulkChunk, BulkOperation, ChunkBody } from '#shared/engine/decide/bulk-operation.ts';
import type { Result } from '#shared/engine/decide/decide-batch.ts';
import { createLog } from '#shared/platform/process/log.ts';

const { MongoNetworkError, MongoServerError } = mongoose.mongo;
const coded = (code: number) => new MongoServerError({ message: 'x', code });
const operation = { _id: 'c-1', type: 'switch', next_chunk: 0, traceparent: null } as BulkOperation;
const log = createLog('test', 'silent');

/** Returns the commands that a chunk of these records causes if its first command fails with this error. */
async function commandsAfter(error: unknown, ids: unknown): Promise<{ type: string; body: ChunkBody }[]> {
  const commands: { type: string; body: ChunkBody }[] = [];
  await runChunk(operation, { ids } as BulkChunk, {
    run: ([sent]) => {
      if (sent) commands.push({ type: sent.command.type, body: sent.command.body as ChunkBody });
      const threw: Result = { kind: 'threw', error };
      return Promise.resolve(commands.length === 1 ? [threw] : []);
    },
    log,
  });
  return commands;
}

test.each([
  ['is too large for the database’s cache', coded(388)],
  ['fails with an unknown error', coded(987_654)],
  ['has content that the database rejects', coded(121)],
  ['exceeds the time limit for a statement', coded(50)],
  ['exceeds the time limit for a transaction', coded(290)],
  ['fails with repeated write conflicts', coded(112)],
])(
  'if a chunk of the records of a bulk operation %s, the chunk is split into two chunks',
  async (_what, error) => {
    const commands = await commandsAfter(error, [1, 2]);
    expect(commands.map(({ type }) => type)).toEqual(['bulk.chunk', 'bulk.split']);
  },
);

test.each([
  ['an unavailable database', new MongoNetworkError('x')],
  ['a worker from a release without this kind of bulk work', new Error('No bulk work of type dim')],
])(
  'if a chunk of a bulk operation’s records fails because of %s, it is not split, and its error is thrown for a retry',
  async (_what, error) => {
    await expect(commandsAfter(error, [1, 2])).rejects.toBe(error);
  },
);

test('if a bulk operation’s change of a single record is too large for the database’s cache, the error is thrown for a retry', async () => {
  await expect(commandsAfter(coded(388), [1])).rejects.toThrow(MongoServerError);
});

test('if the database rejects a bulk operation’s change of a single record, the record is reported as a conflict', async () => {
  const [, second] = await commandsAfter(coded(121), [1]);
  expect(second).toMatchObject({ type: 'bulk.chunk', body: { ids: [1], refusal: 'conflict' } });
});

test.each([null, undefined, 5, 'no list'])(
  'a chunk of a bulk operation whose stored list of record ids is %j runs without any records',
  async (ids) => {
    const [first] = await commandsAfter(coded(121), ids);
    expect(first).toMatchObject({ type: 'bulk.chunk', body: { ids: [] } });
  },
);
