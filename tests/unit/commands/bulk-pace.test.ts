import { beforeEach, describe, expect, test } from '@jest/globals';
import type { ClientSession } from 'mongoose';
import { createBulkPaces, type BulkPace } from '#shared/engine/commands/bulk-pace.ts';
import type { Operation, WriteStatement } from '#shared/platform/mongo/write-statement.ts';

const operations = Array.from({ length: 120 }, () => ({}) as Operation);
const workMs = 10;

let now: number;
let session: ClientSession;
let sizes: number[];
let paces: ReturnType<typeof createBulkPaces>;

beforeEach(() => {
  [now, sizes] = [0, []];
  session = { clusterTime: { clusterTime: { t: 1, i: 0 } } } as ClientSession;
  paces = createBulkPaces(() => now);
});

/** A statement during which other clients write this number of documents. */
function besideWrites(documents: number, t = 1): WriteStatement {
  return async (_model, some) => {
    sizes.push(some.length);
    now += workMs;
    const i = (session.clusterTime?.clusterTime.i ?? 0) + documents;
    session = Object.assign(session, { clusterTime: { clusterTime: { t, i } } });
  };
}

async function write(pace: BulkPace, statement: WriteStatement): Promise<number> {
  const startedAt = performance.now();
  await pace.paced(statement)({} as never, operations, session);
  return performance.now() - startedAt;
}

test('while no other client writes, bulk work writes all operations together and does not pause', async () => {
  const written = write(paces.next(), besideWrites(0)).then(() => 'written');
  // A pause, however short, would end after this round of the event loop.
  const nextRound = new Promise((resolve) => setImmediate(() => resolve('paused')));
  expect(await Promise.race([written, nextRound])).toBe('written');
  expect(sizes).toEqual([120]);
});

test('ten writes of other clients during a write statement of bulk work do not slow bulk work down', async () => {
  const pace = paces.next();
  for (const _ of [1, 2]) await write(pace, besideWrites(10));
  expect(sizes).toEqual([120, 120]);
});

describe('while other clients write', () => {
  test('while other clients write, bulk work writes in small parts and pauses between parts for one and a half times the writing time', async () => {
    const pace = paces.next();
    await write(pace, besideWrites(11));
    const tookMs = await write(pace, besideWrites(11));
    expect(sizes).toEqual([120, 50, 50, 20]);
    expect(tookMs).toBeGreaterThanOrEqual(3 * 1.5 * workMs - 3);
  });

  test('if other clients wrote during a transaction of bulk work, the worker’s next transaction writes in small parts from its start', async () => {
    await write(paces.next(), besideWrites(11));
    await write(paces.next(), besideWrites(0));
    expect(sizes.slice(1)).toEqual([50, 50, 20]);
  });

  test('while other clients write, a pause of bulk work lasts one and a half times as long as the work since the last pause', async () => {
    const pace = paces.next();
    now += 2 * workMs;
    paces.othersWrite();
    const startedAt = performance.now();
    await pace.rest();
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * 1.5 * workMs - 1);
  });

  test('bulk work returns to full speed half a second after the last write of another client', async () => {
    await write(paces.next(), besideWrites(11));
    now += 501;
    await write(paces.next(), besideWrites(0));
    expect(sizes).toEqual([120, 120]);
  });
});

test('bulk work is not slowed down by writes of other clients that MongoDB’s cluster time counts in an earlier second', async () => {
  const pace = paces.next();
  session = { clusterTime: { clusterTime: { t: 1, i: 5000 } } } as ClientSession;
  const nextSecond: WriteStatement = async (_model, some) => {
    sizes.push(some.length);
    session = Object.assign(session, { clusterTime: { clusterTime: { t: 2, i: 3 } } });
  };
  for (const _ of [1, 2]) await write(pace, nextSecond);
  expect(sizes).toEqual([120, 120]);
});
