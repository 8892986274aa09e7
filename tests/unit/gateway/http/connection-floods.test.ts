import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createReadingRest } from '#services/gateway/http/connection-floods.ts';

class Connection {
  isPaused = false;
  pause = () => (this.isPaused = true);
  resume = () => (this.isPaused = false);
}

let now = 0;
beforeEach(() => {
  now = 0;
  jest.useFakeTimers();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Simulates a read from a connection that blocks the process for `ms` milliseconds. */
function read(rest: ReturnType<typeof createReadingRest>, connection: Connection, ms: number): () => boolean {
  let isOver = false;
  rest(connection as unknown as Socket, () => (isOver = true));
  now += ms;
  jest.advanceTimersByTime(0);
  return () => isOver;
}

describe('a connection that took long to read', () => {
  test('after reading from a connection, the server reads from no connection of the same IP address for three times as long as this reading took', () => {
    const [slow, ...others] = [new Connection(), new Connection(), new Connection()];
    const rest = createReadingRest(
      () => [slow, ...others] as unknown as Socket[],
      () => undefined,
    );
    const isOver = read(rest, slow, 10);
    expect([slow, ...others].map(({ isPaused }) => isPaused)).toEqual([false, true, true]);
    jest.advanceTimersByTime(29);
    expect([isOver(), ...others.map(({ isPaused }) => isPaused)]).toEqual([false, true, true]);
    jest.advanceTimersByTime(1);
    expect([isOver(), ...others.map(({ isPaused }) => isPaused)]).toEqual([true, false, false]);
  });

  test('if reading from several connections of one IP address takes too long in total, the server treats the address as the source of a flood', () => {
    const floods: unknown[] = [];
    const rest = createReadingRest(
      () => [],
      (socket) => floods.push(socket),
    );
    const [first, second, third] = [new Connection(), new Connection(), new Connection()];
    read(rest, first, 100);
    read(rest, second, 100);
    expect(floods).toEqual([]);
    read(rest, third, 10);
    expect(floods).toEqual([third]);
  });
});
