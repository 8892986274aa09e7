import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createBrokenQueues, type BrokenQueues } from '#shared/engine/commands/watch-queues.ts';
import { createLog } from '#shared/platform/process/log.ts';

let queues: BrokenQueues;
let tried: string[];
beforeEach(() => {
  queues = createBrokenQueues(createLog('test', 'silent'), 1000);
  tried = [];
});

/** Consumes every queue, as a worker does on each new connection. Returns false if the connection failed. */
async function setUp(broken: ReadonlySet<string>): Promise<boolean> {
  try {
    for (const queue of ['one', 'two', 'three']) {
      await queues.around(queue, async () => {
        tried.push(queue);
        if (broken.has(queue)) throw new Error('the connection is closed');
      });
    }
    return true;
  } catch {
    return false;
  }
}

class Connection extends EventEmitter {
  isClosed = false;
  close = async (): Promise<void> => {
    this.isClosed = true;
    this.emit('close');
  };
}

describe('queues that close the connection of their consumer', () => {
  test('if consuming a queue keeps closing the worker’s connection, the worker skips this queue after five failures and consumes the other queues', async () => {
    const broken = new Set(['two']);
    let attempts = 1;
    while (!(await setUp(broken))) attempts += 1;
    expect(attempts).toBe(6);
    expect(tried.slice(-2)).toEqual(['one', 'three']);
  });

  test('a skipped queue is retried on a later connection and consumed again if it works', async () => {
    jest.useFakeTimers();
    try {
      while (!(await setUp(new Set(['two'])))) continue;
      const connection = new Connection();
      queues.tryAgainOn(connection);
      jest.advanceTimersByTime(999);
      expect(connection.isClosed).toBe(false);
      jest.advanceTimersByTime(1);
      expect(connection.isClosed).toBe(true);
      tried = [];
      expect([await setUp(new Set(['two'])), await setUp(new Set(['two']))]).toEqual([false, true]);
      queues.tryAgainOn(new Connection());
      jest.advanceTimersByTime(1000);
      tried = [];
      expect([await setUp(new Set()), tried]).toEqual([true, ['one', 'two', 'three']]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a worker does not skip a queue that works again after every two failures', async () => {
    for (let time = 0; time < 20; time += 1) {
      const isBad = time % 3 < 2;
      expect(await setUp(new Set(isBad ? ['two'] : []))).toBe(!isBad);
    }
  });

  test('if no queue is skipped, the worker plans no reconnection for skipped queues', async () => {
    const connection = new Connection();
    await setUp(new Set());
    queues.tryAgainOn(connection);
    expect(connection.listenerCount('close')).toBe(0);
  });
});
