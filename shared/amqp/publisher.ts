import type { ChannelModel, ConfirmChannel, Message, Options } from 'amqplib';
import { isBlocked } from './connection.ts';

/**
 * The ways in which a publish can fail. Only after `unconfirmed` is it unknown whether the broker has the
 * message. `blocked`: the broker is short of memory or disk, and nothing was sent.
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
  /** Opens a confirm channel on this connection. If the channel closes and no new channel is opened, the connection is closed too. */
  use: (connection: ChannelModel) => Promise<void>;
  /**
   * Opens a new channel unless the current channel was opened after `since` (ms). For callers whose message was
   * not confirmed; concurrent calls share the new channel. The old channel is closed after its last confirm.
   */
  renew: (connection: ChannelModel, since: number) => Promise<void>;
  /** Whether the broker accepts messages. */
  readonly isOpen: boolean;
  /** Resolves when the broker has stored the message in a queue. */
  publish: (publication: Publication, timeoutMs: number) => Promise<void>;
}

interface Line {
  connection: ChannelModel;
  channel: ConfirmChannel;
  openedAt: number;
  /** The number of messages that are not confirmed yet. */
  open: number;
  /**
   * Messages that the broker returned because no queue matched. Their confirm reports success, but the return
   * arrives before the confirm.
   */
  returned: Set<unknown>;
}

/** Identifies a returned message, because the same command may be in flight several times. */
const publicationHeader = 'x-publication';

const maxUnconfirmed = 5000;
const renewedWithin = 1000;

/** The state of a publisher's pending publications. */
interface PublisherState {
  current: Line | null;
  /** Publications that are neither confirmed nor timed out. */
  waiting: number;
  /** The number of publications so far, which is the number of the last one. */
  publications: number;
}

/** Publishes persistent, mandatory messages and waits for the broker's confirm of each. */
export function createPublisher(): Publisher {
  const state: PublisherState = { current: null, waiting: 0, publications: 0 };
  let renewing: Promise<void> | null = null;

  return {
    use: (connection) => openLine(state, connection),
    renew: async (connection, since) => {
      // During a resource alarm the broker opens no channel before the alarm ends.
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

/** Opens the channel for further publications. */
async function openLine(state: PublisherState, connection: ChannelModel): Promise<void> {
  const channel = await connection.createConfirmChannel();
  const line: Line = { connection, channel, openedAt: performance.now(), open: 0, returned: new Set() };
  channel.on('error', () => undefined);
  channel.on('close', () => {
    if (state.current !== line) return;
    state.current = null;
    // Nothing renews a channel that closes while idle. So close the connection: reconnecting rebuilds all channels.
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

/** Settles at the confirm or the timeout. The channel also counts a confirm that arrives after the timeout. */
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
    const timer = setTimeout(() => settle(new PublishError('unconfirmed')), timeoutMs);
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

/** A nack means that the broker rejected the message. After a closed channel that is unknown. amqplib's two errors differ only by text. */
function isNack(error: unknown): boolean {
  return error instanceof Error && error.message === 'message nacked';
}
