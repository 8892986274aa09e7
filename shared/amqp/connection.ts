import type { Writable } from 'node:stream';
import { connect, credentials } from 'amqplib';
import type { ChannelModel } from 'amqplib';
import { certificateFault } from '../process/certificate-fault.ts';
import type { Log } from '../process/log.ts';
import { countReconnects } from '../telemetry/observe.ts';
import { eachHost } from '../process/each-host.ts';

/** A connection that is made again, with jittered backoff, for as long as the process wants it. */
export interface BrokerLink {
  readonly isOpen: boolean;
  /** Resolves when the first set-up is done. */
  ready: Promise<void>;
  close: () => Promise<void>;
}

const firstDelay = 100;
const longestDelay = 5000;
const patience = 5000;

/** A connection, of this name, to whichever of the brokers in `url` answers first; a cluster's are tried in any order. */
export async function connectBroker(url: string, name: string): Promise<ChannelModel> {
  const urls = eachHost(url);
  const first = Math.floor(Math.random() * urls.length);
  let failure: unknown;
  for (const candidate of [...urls.slice(first), ...urls.slice(0, first)]) {
    try {
      const connection = await connect(candidate, {
        noDelay: true,
        timeout: patience,
        clientProperties: { connection_name: name },
        ...credentialsIn(candidate),
      });
      corkWrites((connection.connection as unknown as { stream: Writable }).stream);
      return connection;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** amqplib reads %C3%A9 as two characters: a password that is not ASCII has to be decoded for it. */
function credentialsIn(url: string): { credentials?: ReturnType<typeof credentials.plain> } {
  const { username, password } = new URL(url);
  if (!/%[89a-f]/i.test(username + password)) return {};
  try {
    return { credentials: credentials.plain(decodeURIComponent(username), decodeURIComponent(password)) };
  } catch {
    // Not UTF-8: as amqplib reads it.
    return {};
  }
}

/**
 * Whether the broker, short of memory or disk, reads nothing that is published on this connection: what is written would
 * wait in this process. amqplib keeps the flag to itself.
 */
export function isBlocked({ connection }: ChannelModel): boolean {
  return (connection as unknown as { blocked: boolean }).blocked;
}

/**
 * What is written to this socket within one turn goes to the system at once. amqplib writes each message by itself, and
 * without Nagle's algorithm the system sends each by itself too; it has no option for this, and its socket is private.
 * Saves 15 µs of each message here and 15 to 25 µs at the broker (16 to 64 publications of 900 bytes in a turn); a
 * checkout is two messages.
 */
function corkWrites(socket: Writable): void {
  const write = socket.write.bind(socket) as (bytes: Buffer) => boolean;
  socket.write = (bytes: Buffer) => {
    if (socket.writableCorked === 0) {
      socket.cork();
      process.nextTick(() => socket.uncork());
    }
    return write(bytes);
  };
}

interface LinkOptions {
  url: string;
  name: string;
  log: Log;
  setUp: (connection: ChannelModel) => Promise<void>;
}

/** What a link knows of its connection at this moment. */
interface LinkState {
  current: ChannelModel | null;
  isOpen: boolean;
  closing: AbortController;
  /** Ends the wait before the next attempt. */
  wake: () => void;
}

/**
 * Keeps a connection to the broker. `setUp` builds channels, topology and consumers anew on each one: none of
 * them outlives its connection.
 */
export function keepConnected(options: LinkOptions): BrokerLink {
  const state: LinkState = {
    current: null,
    isOpen: false,
    closing: new AbortController(),
    wake: () => undefined,
  };
  const countConnection = countReconnects('rabbitmq');
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<undefined>();
  const ended = connectUntilClosed(state, options, () => {
    countConnection();
    becomeReady(undefined);
  });

  return {
    get isOpen() {
      return state.isOpen;
    },
    ready,
    close: async () => {
      state.closing.abort();
      state.wake();
      await state.current?.close().catch(() => undefined);
      await ended;
    },
  };
}

async function connectUntilClosed(
  state: LinkState,
  options: LinkOptions,
  connected: () => void,
): Promise<void> {
  const { name, log } = options;
  let delay = firstDelay;
  while (!isClosing(state)) {
    try {
      await holdConnection(state, options, connected);
      delay = firstDelay;
      if (!isClosing(state)) log.warn({ connection: name }, 'broker connection closed, connecting again');
    } catch (error) {
      log.warn({ err: error, connection: name }, adviceOn(error));
    }
    state.isOpen = false;
    state.current = null;
    if (isClosing(state)) return;
    await new Promise<void>((resolve) => {
      state.wake = resolve;
      setTimeout(resolve, delay / 2 + Math.random() * delay);
    });
    delay = Math.min(delay * 2, longestDelay);
  }
}

/** Connects, sets up, and resolves when this connection has closed. */
async function holdConnection(
  state: LinkState,
  { url, name, log, setUp }: LinkOptions,
  connected: () => void,
): Promise<void> {
  const connection = await connectBroker(url, name);
  if (isClosing(state)) {
    // close() found no connection to close.
    await connection.close();
    return;
  }
  state.current = connection;
  const closed = new Promise<void>((resolve) => {
    connection.on('close', () => resolve());
  });
  connection.on('error', (error: Error) =>
    log.warn({ err: error, connection: name }, 'broker connection failed'),
  );
  connection.on('blocked', (reason: string) =>
    log.error({ connection: name, reason }, 'the broker takes nothing more: it is short of memory or disk'),
  );
  connection.on('unblocked', () => log.info({ connection: name }, 'the broker takes messages again'));
  connection.on('handler-error', (error: Error) => log.error({ err: error }, 'broker handler failed'));
  try {
    await setUp(connection);
  } catch (error) {
    await connection.close().catch(() => undefined);
    throw error;
  }
  state.isOpen = true;
  connected();
  log.info({ connection: name }, 'broker connected');
  await closed;
}

function isClosing({ closing }: LinkState): boolean {
  return closing.signal.aborted;
}

function adviceOn(error: unknown): string {
  const text = String(error);
  // Queues keep the arguments that they were made with.
  if (text.includes('PRECONDITION_FAILED'))
    return 'a queue of another version of the store is in the way: drain it, then delete it';
  if (text.includes('ACCESS_REFUSED')) return 'the broker refuses this user, trying again';
  return certificateFault('RabbitMQ', error) ?? 'broker not reachable, trying again';
}
