import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { unknownAck, walkFrames, type FrameWalk } from './amqp-frames.ts';
import type { Random } from './seeded-random.ts';

/** A TCP proxy whose link can be made slow, silent or broken. */
export interface TcpProxy {
  port: number;
  /** Breaks every open connection; new connections work. */
  cut: () => void;
  /** Delays all bytes by this time. */
  delay: (ms: number) => void;
  /** Silently discards all bytes; connections can still be opened. */
  blackHole: () => void;
  /** Makes the broker close one random channel of a client. Returns false if no channel opens within 2 s. */
  closeChannel: (random: Pick<Random, 'pick'>) => Promise<boolean>;
  /** Restores the link. After a black hole, also breaks all connections, because their bytes were lost. */
  heal: () => void;
  close: () => Promise<void>;
}

const frameWithin = 2000;

interface Pair {
  client: Socket;
  target: Socket;
  frames: FrameWalk;
  /** Sends bytes to the server, after all bytes already in transit. */
  sendOn: (chunk: Buffer) => void;
}

/** The current faults of the link. */
interface LinkState {
  delayMs: number;
  isBlackHole: boolean;
}

/** Listens on a free loopback port and forwards all connections to the server in the URI. */
export async function startTcpProxy(uri: string): Promise<TcpProxy> {
  const { host, port } = placeOf(uri);
  const isAmqp = uri.startsWith('amqp');
  const pairs = new Set<Pair>();
  const link: LinkState = { delayMs: 0, isBlackHole: false };
  const server = createServer((client) => {
    const target = connect({ host, port, noDelay: true });
    client.setNoDelay(true);
    const frames = walkFrames();
    const sendOn = pass(link, client, target, isAmqp ? frames.feed : () => undefined);
    pass(link, target, client, () => undefined);
    const pair = { client, target, frames, sendOn };
    pairs.add(pair);
    client.on('close', () => pairs.delete(pair));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const cut = () => {
    for (const { client, target } of pairs) for (const socket of [client, target]) socket.destroy();
    pairs.clear();
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    delay: (ms) => {
      link.delayMs = ms;
    },
    blackHole: () => {
      link.isBlackHole = true;
    },
    closeChannel: (random) => closeOneChannel(pairs, random),
    heal: () => {
      if (link.isBlackHole) cut();
      link.isBlackHole = false;
      link.delayMs = 0;
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      await closed;
    },
  };
}

function pass(link: LinkState, from: Socket, to: Socket, passed: (chunk: Buffer) => void): Pair['sendOn'] {
  const inLine = newLine(link);
  const sendOn = (chunk: Buffer) =>
    inLine(() => {
      if (to.writable) to.write(chunk);
    });
  from.on('data', (chunk: Buffer) => {
    if (link.isBlackHole) return;
    passed(chunk);
    sendOn(chunk);
  });
  from.on('end', () => {
    if (!link.isBlackHole) inLine(() => void to.end());
  });
  from.on('error', () => undefined);
  from.on('close', () => {
    if (!link.isBlackHole) inLine(() => void to.destroy());
  });
  return sendOn;
}

/** Keeps the bytes of a connection in sequence, even if the delay is removed while some bytes are still held back. */
function newLine(link: LinkState): (act: () => void) => void {
  let last = Promise.resolve();
  return (act) => {
    const delayed = link.delayMs === 0 ? null : sleep(link.delayMs);
    last = Promise.all([last, delayed]).then(act);
  };
}

async function closeOneChannel(pairs: ReadonlySet<Pair>, random: Pick<Random, 'pick'>): Promise<boolean> {
  for (let waited = 0; waited < frameWithin; waited += 1) {
    const ready = [...pairs].filter(({ frames }) => frames.isBetweenFrames);
    const open = ready.flatMap(({ sendOn, frames }) => [...frames.channels].map((id) => ({ sendOn, id })));
    if (open.length > 0) {
      const { sendOn, id } = random.pick(open);
      sendOn(unknownAck(id));
      return true;
    }
    await sleep(1);
  }
  return false;
}

/** The same URI with the proxy's host and port. */
export function throughProxy(uri: string, proxy: Pick<TcpProxy, 'port'>): string {
  const { before, after } = placeOf(uri);
  return `${before}127.0.0.1:${proxy.port}${after}`;
}

/** Finds the host in a URI. Throws if the URI has several hosts or no port, because connections would bypass the proxy. */
function placeOf(uri: string): { before: string; host: string; port: number; after: string } {
  const parts = /^(\w+:\/\/(?:[^@/]*@)?)([^@:/?#,]+):(\d+)(|[/?#].*)$/.exec(uri);
  if (!parts) throw new Error('This URI cannot be put behind a proxy: it must name one host with its port.');
  const [, before = '', host = '', port, after = ''] = parts;
  return { before, host, port: Number(port), after };
}
