import type { ChannelModel, ConfirmChannel, Message, Options } from 'amqplib';
import { isBlocked } from './connection.ts';

/**
 * Only after `unconfirmed` is it unknown whether the broker has the message. `refused`: the broker nacked it, or too many
 * messages await their confirms. `blocked`: the broker is short of memory or disk, and nothing was sent.
 */
export type PublishFailure = 'unavailable' | 'blocked' | 'refused' | 'unroutable' | 'unconfirmed';

export class PublishError extends Error {
  readonly failure: PublishFailure;

  constructor(failure: PublishFailure) {
    super(`The broker did not take the message: ${failure}`);
    this.name = 'PublishError';
    this.failure = failure;
  }
}

export interface Publication {
  exchange: string;
  routingKey: string;
  body: Buffer;
  options: Options.Publish & { messageId: string };
}

export interface Publisher {
  /** Opens a confirm channel. If the channel closes and none replaces it within a second, closes the connection too. */
  use: (connection: ChannelModel) => Promise<void>;
  /**
   * Opens a new channel, unless the current channel was opened after `since` (`performance.now()`, ms). Call it after an
   * unconfirmed message. Concurrent calls share the new channel. The old channel closes after its last confirm.
   */
  renew: (connection: ChannelModel, since: number) => Promise<void>;
  readonly isOpen: boolean;
  /** Resolves when the broker has stored the message in a queue. Rejects with a `PublishError`. */
  publish: (publication: Publication, timeoutMs: number) => Promise<void>;
}

interface Line {
  connection: ChannelModel;
  channel: ConfirmChannel;
  openedAt: number;
  /** The number of messages that the broker has not confirmed yet. */
  open: number;
  /** Messages that no queue matched. Such a message is returned first, and then confirmed as if it had succeeded. */
  returned: Set<unknown>;
}

/** Identifies the publication of a returned message, because one command may be published several times. */
const publicationHeader = 'x-publication';

const maxUnconfirmed = 5000;
const renewedWithin = 1000;

interface PublisherState {
  current: Line | null;
  waiting: number;
  publications: number;
}

/** Publishes persistent, mandatory messages and waits for the broker's confirm of each. */
export function createPublisher(): Publisher {
  const state: PublisherState = { current: null, waiting: 0, publications: 0 };
  let renewing: Promise<void> | null = null;

  return {
    use: (connection) => openLine(state, connection),
    renew: async (connection, since) => {
      // During a resource alarm, the broker opens no channel.
      if (isBlocked(connection)) throw new PublishError('blocked');
      if (state.current && state.current.openedAt > since) return;
      renewing ??= openLine(state, connection).finally(() => (renewing = null));
      await renewing;
    },
    get isOpen() {
      return state.current !== null && !isBlocked(state.current.connection);
    },
    publish: (publication, timeoutMs) => {
      if (!state.current) return Promise.reject(new PublishError('unavailable'));
      if (isBlocked(state.current.connection)) return Promise.reject(new PublishError('blocked'));
      if (state.waiting >= maxUnconfirmed) return Promise.reject(new PublishError('refused'));
      return publishOn(state.current, state, publication, timeoutMs);
    },
  };
}

async function openLine(state: PublisherState, connection: ChannelModel): Promise<void> {
  const channel = await connection.createConfirmChannel();
  const line: Line = { connection, channel, openedAt: performance.now(), open: 0, returned: new Set() };
  channel.on('error', () => undefined);
  channel.on('close', () => {
    if (state.current !== line) return;
    state.current = null;
    // If an idle channel closes, no caller opens a new one. So close the connection: the reconnect opens all channels again.
    setTimeout(() => {
      if (state.current === null) void connection.close().catch(() => undefined);
    }, renewedWithin).unref();
  });
  channel.on('return', ({ properties }: Message) =>
    line.returned.add(properties.headers?.[publicationHeader]),
  );
  const older = state.current;
  state.current = line;
  if (older) closeWhenIdle(older, state);
}

function closeWhenIdle(line: Line, { current }: PublisherState): void {
  if (line !== current && line.open === 0) void line.channel.close().catch(() => undefined);
}

/** Settles at the confirm or at the timeout. After the timeout `line.open` still counts the message until its confirm arrives. */
function publishOn(
  line: Line,
  state: PublisherState,
  { exchange, routingKey, body, options }: Publication,
  timeoutMs: number,
): Promise<void> {
  state.waiting += 1;
  line.open += 1;
  state.publications += 1;
  const publication = state.publications;
  return new Promise<void>((resolve, reject) => {
    const expire = () => settle(new PublishError('unconfirmed'));
    // If the whole process was paused, `setImmediate` lets Node first read a confirm that arrived in time.
    const timer = setTimeout(() => setImmediate(expire), timeoutMs);
    let isSettled = false;
    const settle = (failure: PublishError | null) => {
      if (isSettled) return;
      isSettled = true;
      state.waiting -= 1;
      clearTimeout(timer);
      if (failure) reject(failure);
      else resolve();
    };
    const confirmed = (error: unknown) => {
      line.open -= 1;
      closeWhenIdle(line, state);
      const isReturned = line.returned.delete(publication);
      if (!error) settle(isReturned ? new PublishError('unroutable') : null);
      else settle(new PublishError(isNack(error) ? 'refused' : 'unconfirmed'));
    };
    const headers = { ...(options.headers as object | undefined), [publicationHeader]: publication };
    const properties = { persistent: true, mandatory: true, ...options, headers };
    try {
      line.channel.publish(exchange, routingKey, body, properties, confirmed);
    } catch {
      line.open -= 1;
      settle(new PublishError('unavailable'));
    }
  });
}

/** If the channel closed without a nack, the broker may have the message. amqplib's two errors differ only by text. */
function isNack(error: unknown): boolean {
  return error instanceof Error && error.message === 'message nacked';
}
