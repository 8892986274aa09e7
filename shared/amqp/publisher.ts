import type { ChannelModel, ConfirmChannel, Message, Options } from 'amqplib';

/** How a publish can fail. Only `unconfirmed` leaves open whether the broker has the message. */
export type PublishFailure = 'unavailable' | 'refused' | 'unroutable' | 'unconfirmed';

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
  /** A fresh confirm channel on this connection; the older one's unconfirmed messages fail as `unconfirmed`. */
  use: (connection: ChannelModel) => Promise<void>;
  readonly isOpen: boolean;
  /** Resolves when the broker has the message safe in a queue. */
  publish: (publication: Publication, timeoutMs: number) => Promise<void>;
}

const maxUnconfirmed = 5000;

/** Publishes persistent, mandatory messages and waits for the broker's confirm of each. */
export function createPublisher(): Publisher {
  let channel: ConfirmChannel | null = null;
  let unconfirmed = 0;
  // The confirm of an unroutable message says success; its return comes first and says which.
  const returned = new Set<string>();

  return {
    get isOpen() {
      return channel !== null;
    },
    use: async (connection) => {
      const fresh = await connection.createConfirmChannel();
      fresh.on('error', () => undefined);
      fresh.on('close', () => {
        if (channel === fresh) channel = null;
      });
      fresh.on('return', (message: Message) => returned.add(String(message.properties.messageId)));
      channel = fresh;
    },
    publish: ({ exchange, routingKey, body, options }, timeoutMs) => {
      const open = channel;
      if (!open) return Promise.reject(new PublishError('unavailable'));
      if (unconfirmed >= maxUnconfirmed) return Promise.reject(new PublishError('refused'));
      unconfirmed += 1;
      return new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => settle(new PublishError('unconfirmed')), timeoutMs);
        let isSettled = false;
        const settle = (failure: PublishError | null) => {
          if (isSettled) return;
          isSettled = true;
          unconfirmed -= 1;
          clearTimeout(timer);
          if (failure) reject(failure);
          else resolve();
        };
        const confirmed = (error: unknown) => {
          const isReturned = returned.delete(options.messageId);
          if (!error) settle(isReturned ? new PublishError('unroutable') : null);
          else settle(new PublishError(isNack(error) ? 'refused' : 'unconfirmed'));
        };
        try {
          open.publish(
            exchange,
            routingKey,
            body,
            { persistent: true, mandatory: true, ...options },
            confirmed,
          );
        } catch {
          settle(new PublishError('unavailable'));
        }
      });
    },
  };
}

/** A nack says "not taken"; a channel that closed leaves it open. amqplib tells them apart by the message alone. */
function isNack(error: unknown): boolean {
  return error instanceof Error && error.message === 'message nacked';
}
