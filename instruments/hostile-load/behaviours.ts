import { setTimeout as sleep } from 'node:timers/promises';

import type { HostileConnection, Tally } from './hostile-connection.ts';

/** The tools of one attacking connection. */
export interface Work {
  open: () => Promise<HostileConnection>;
  /** The next request, as its head and an optional body. */
  next: () => { head: string; body: Uint8Array | string | undefined };
  isOver: () => boolean;
  /** Resolves when the attack is over. */
  over: Promise<unknown>;
  tally: Tally;
}

/** Runs one connection until the attack is over. If the connection ends earlier, it returns or throws, and is called again. */
export type Behaviour = (work: Work) => Promise<void>;

const untilClosed = ({ socket }: HostileConnection): Promise<void> =>
  new Promise((resolve) => {
    if (socket.closed) resolve();
    else socket.once('close', () => resolve());
  });

function send(connection: HostileConnection, { next, tally }: Work): void {
  const { head, body } = next();
  connection.socket.cork();
  connection.write(head);
  if (body !== undefined) connection.write(body);
  connection.socket.uncork();
  tally.requests += 1;
}

/** Sends a request on one connection, reads the response and repeats. */
export const inTurn: Behaviour = async (work) => {
  const connection = await work.open();
  while (!work.isOver()) {
    send(connection, work);
    await connection.answer();
  }
};

export function pipelined(count: number): Behaviour {
  return async (work) => {
    const connection = await work.open();
    while (!work.isOver()) {
      const requests = Array.from({ length: count }, () => work.next());
      connection.write(requests.map(({ head }) => head).join(''));
      work.tally.requests += count;
      for (let answered = 0; answered < count; answered += 1) await connection.answer();
    }
  };
}

/** Sends a request and never reads the response. */
export const unread: Behaviour = async (work) => {
  const connection = await work.open();
  connection.socket.pause();
  send(connection, work);
  await untilClosed(connection);
};

/** Sends a request and reads the response in small pieces. */
export const slowlyRead: Behaviour = async (work) => {
  const connection = await work.open();
  const { socket } = connection;
  socket.pause();
  send(connection, work);
  while (!socket.closed) {
    await sleep(100);
    socket.resume();
    await new Promise((resolve) => setImmediate(resolve));
    socket.pause();
  }
};

/** Sends a request and disconnects immediately. */
export const leaving: Behaviour = async (work) => {
  const connection = await work.open();
  send(connection, work);
  await new Promise((resolve) => setImmediate(resolve));
  connection.close();
};

/** Connects and disconnects immediately. */
export const churning: Behaviour = async (work) => {
  const connection = await work.open();
  work.tally.requests += 1;
  connection.close();
};

/** The connections are opened over this period, because opening all of them at the same time is a different attack. */
export const openedWithinMs = 10_000;
const longestPauseMs = 60_000;

/** Sends one request and keeps the connection open. If the connection is closed, it retries within a minute. */
export const held: Behaviour = async (work) => {
  const pause = (longestMs: number) => Promise.race([sleep(Math.random() * longestMs), work.over]);
  await pause(openedWithinMs);
  while (!work.isOver()) {
    try {
      const connection = await work.open();
      send(connection, work);
      await connection.answer();
      await untilClosed(connection);
    } catch {
      if (!work.isOver()) work.tally.cut += 1;
    }
    await pause(longestPauseMs);
  }
};

/** Connects and sends no bytes. */
export const silent: Behaviour = async (work) => {
  const connection = await work.open();
  work.tally.requests += 1;
  await untilClosed(connection);
};

/** Sends a request and half-closes the connection. */
export const halfClosed: Behaviour = async (work) => {
  const connection = await work.open();
  send(connection, work);
  connection.socket.end();
  await untilClosed(connection);
};

async function drip(connection: HostileConnection, unit: string, { isOver }: Work): Promise<void> {
  const { socket } = connection;
  while (!isOver() && socket.writable) {
    connection.write(unit);
    await sleep(50);
  }
  await untilClosed(connection);
}

/** Sends the first line immediately, then endless headers. */
export const drippedHead: Behaviour = async (work) => {
  const connection = await work.open();
  connection.write(work.next().head.replace(/\r\n\r\n$/, '\r\n'));
  work.tally.requests += 1;
  await drip(connection, 'X-A: b\r\n', work);
};

/** Sends the whole head immediately, then the body byte by byte. */
export const drippedBody: Behaviour = async (work) => {
  const connection = await work.open();
  connection.write(work.next().head);
  work.tally.requests += 1;
  await drip(connection, 'a', work);
};
