import { setTimeout as sleep } from 'node:timers/promises';

import type { HostileConnection, Tally } from './hostile-connection.ts';

/** What one connection of an attacker works with. */
export interface Work {
  open: () => Promise<HostileConnection>;
  /** The next request: its head and, where it has one, its body. */
  next: () => { head: string; body: Uint8Array | string | undefined };
  isOver: () => boolean;
  /** Resolves when it is. */
  over: Promise<unknown>;
  tally: Tally;
}

/** One connection's part until the phase is over. May end early or throw where a connection does: it is then called again. */
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

/** A request, its answer, the next request: on one connection for as long as it lasts. */
export const inTurn: Behaviour = async (work) => {
  const connection = await work.open();
  while (!work.isOver()) {
    send(connection, work);
    await connection.answer();
  }
};

/** So many requests in one write, then all of their answers. */
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

/** Asks, and never reads a byte of the answer. */
export const unread: Behaviour = async (work) => {
  const connection = await work.open();
  connection.socket.pause();
  send(connection, work);
  await untilClosed(connection);
};

/** Asks, and reads a little now and then. */
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

/** Asks and leaves at once. */
export const leaving: Behaviour = async (work) => {
  const connection = await work.open();
  send(connection, work);
  await new Promise((resolve) => setImmediate(resolve));
  connection.close();
};

/** Connects and leaves at once. */
export const churning: Behaviour = async (work) => {
  const connection = await work.open();
  work.tally.requests += 1;
  connection.close();
};

/** Opening all connections at once would be another attack. */
export const openedWithinMs = 10_000;
const longestPauseMs = 60_000;

/** Asks once and keeps the connection; where it is refused, tries again within a minute. */
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

/** Connects and sends nothing. */
export const silent: Behaviour = async (work) => {
  const connection = await work.open();
  work.tally.requests += 1;
  await untilClosed(connection);
};

/** Asks and says that nothing more will come, as half-closed connections do. */
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

/** The first line at once, then headers without end. */
export const drippedHead: Behaviour = async (work) => {
  const connection = await work.open();
  connection.write(work.next().head.replace(/\r\n\r\n$/, '\r\n'));
  work.tally.requests += 1;
  await drip(connection, 'X-A: b\r\n', work);
};

/** The whole head at once, then a body byte by byte. */
export const drippedBody: Behaviour = async (work) => {
  const connection = await work.open();
  connection.write(work.next().head);
  work.tally.requests += 1;
  await drip(connection, 'a', work);
};
