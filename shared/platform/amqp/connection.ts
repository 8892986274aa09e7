import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, credentials, type Channel, type ChannelModel } from 'amqplib';
import { certificateFault } from '../process/certificate-fault.ts';
import type { Log } from '../process/log.ts';
import { countReconnects } from '../telemetry/observe.ts';
import { eachHost } from '../settings/kinds.ts';

const firstDelay = 100;
const longestDelay = 5000;
const patience = 5000;

/** Tries each host of `url` once, beginning with a random one. If all fail, throws the last error. RabbitMQ shows `name`. */
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

/** amqplib decodes each byte of `%C3%A9` to a character of its own, so decode a non-ASCII password here. */
function credentialsIn(url: string): { credentials?: ReturnType<typeof credentials.plain> } {
  const { username, password } = new URL(url);
  if (!/%[89a-f]/i.test(username + password)) return {};
  try {
    return { credentials: credentials.plain(decodeURIComponent(username), decodeURIComponent(password)) };
  } catch {
    // The decoded bytes are not UTF-8, so amqplib's own decoding is right.
    return {};
  }
}

/**
 * Whether the broker blocks this connection, because the broker lacks memory or disk. The broker then reads nothing, so messages
 * would fill the memory of this process. amqplib has no public field for this.
 */
export function isBlocked({ connection }: ChannelModel): boolean {
  return (connection as unknown as { blocked: boolean }).blocked;
}

/** Sends the writes of one turn of the event loop together. amqplib sends each in its own packet, and has no option for this. */
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

/**
 * Closes a channel or a connection, unless it is closed already. Also resolves if the broker disappears before it confirms the
 * close. In that case amqplib emits the event `close`, but never settles the promise of its method `close`.
 */
export async function ensureClosed(one: Channel | ChannelModel): Promise<void> {
  await Promise.race([one.close(), once(one, 'close')]).catch(() => undefined);
}

/**
 * Keeps a connection open: reconnects after a failure, with jittered backoff, until `close` is called. Calls `setUp` on each new
 * connection, because channels and consumers end with the former connection.
 */
export function keepConnected({
  url,
  name,
  log,
  setUp,
}: {
  url: string;
  name: string;
  log: Log;
  setUp: (connection: ChannelModel) => Promise<void>;
}) {
  const closing = new AbortController();
  const { signal } = closing;
  const isClosing = () => signal.aborted;
  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<undefined>();
  const countConnection = countReconnects('rabbitmq');
  let current: ChannelModel | null = null;
  let isOpen = false;

  const connectUntilClosed = async (): Promise<void> => {
    let delay = firstDelay;
    while (!isClosing()) {
      try {
        await holdConnection();
        delay = firstDelay;
        if (!isClosing()) log.warn({ connection: name }, 'broker connection closed, connecting again');
      } catch (error) {
        if (!isClosing()) log.warn({ err: error, connection: name }, adviceOn(error));
      }
      isOpen = false;
      current = null;
      if (isClosing()) return;
      await sleep(delay / 2 + Math.random() * delay, undefined, { signal }).catch(() => undefined);
      delay = Math.min(delay * 2, longestDelay);
    }
  };

  /** Resolves when the connection is closed. Rejects if it could not be opened or set up. */
  const holdConnection = async (): Promise<void> => {
    const connection = await connectBroker(url, name);
    if (isClosing()) {
      // `close` was called while this connection was being opened.
      await ensureClosed(connection);
      return;
    }
    current = connection;
    const closed = new Promise<void>((resolve) => {
      connection.on('close', () => resolve());
    });
    logEventsOf(connection, name, log);
    const failIfLost = () => {
      throw new Error('The connection closed during its set-up');
    };
    try {
      // Reconnects even while the set-up still waits for something else, such as the end of a running batch.
      await Promise.race([setUp(connection), closed.then(failIfLost)]);
    } catch (error) {
      await ensureClosed(connection);
      throw error;
    }
    isOpen = true;
    countConnection();
    becomeReady(undefined);
    log.info({ connection: name }, 'broker connected');
    await closed;
  };
  const ended = connectUntilClosed();

  return {
    get isOpen() {
      return isOpen;
    },
    /** Resolves after the first set-up. */
    ready,
    close: async (): Promise<void> => {
      closing.abort();
      void current?.close().catch(() => undefined);
      await ended;
    },
  };
}

function logEventsOf(connection: ChannelModel, name: string, log: Log): void {
  connection.on('error', (error: Error) =>
    log.warn({ err: error, connection: name }, 'broker connection failed'),
  );
  connection.on('blocked', (reason: string) =>
    log.error({ connection: name, reason }, 'the broker blocks publishing: it is short of memory or disk'),
  );
  connection.on('unblocked', () => log.info({ connection: name }, 'the broker accepts messages again'));
  connection.on('handler-error', (error: Error) =>
    log.error({ err: error }, 'a handler of messages from the broker failed'),
  );
}

function adviceOn(error: unknown): string {
  const text = String(error);
  // RabbitMQ cannot change the arguments of an existing queue, so declaring it with other arguments fails.
  if (text.includes('PRECONDITION_FAILED'))
    return 'a queue of another version of the store is in the way: drain it, then delete it';
  if (text.includes('ACCESS_REFUSED')) return 'the broker refuses this user, trying again';
  return certificateFault('RabbitMQ', error) ?? 'broker not reachable, trying again';
}
