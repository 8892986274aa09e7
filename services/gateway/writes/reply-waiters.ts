import type { Reply } from '#shared/commands/messages.ts';
import { replyDuration } from '#shared/telemetry/metrics.ts';

export interface AwaitedReply {
  /** Resolves with the reply, or with null when the wait is over. */
  reply: Promise<Reply | null>;
  /** Resolves when the worker has replied, even after the wait. Never resolves if the reply is lost. */
  replied: Promise<void>;
}

interface ReplyWaiters {
  wait: (correlationId: string, waitMs: number) => AwaitedReply;
  /** Stops waiting for the reply to a command that was not sent. */
  cancel: (correlationId: string) => void;
  receive: (reply: Reply) => void;
}

interface Waiter {
  receive: (reply: Reply) => void;
  timer: NodeJS.Timeout;
}

/** How long a late reply is awaited. When it arrives, the command no longer counts as in flight. */
const lateReplyMs = 600_000;

export function createReplyWaiters(): ReplyWaiters {
  const waiters = new Map<string, Waiter>();

  const cancel = (correlationId: string): void => {
    clearTimeout(waiters.get(correlationId)?.timer);
    waiters.delete(correlationId);
  };

  return {
    wait: (correlationId, waitMs) => {
      const reply = Promise.withResolvers<Reply | null>();
      const replied = Promise.withResolvers<undefined>();
      const waiter: Waiter = {
        receive: (received) => {
          cancel(correlationId);
          replied.resolve(undefined);
          reply.resolve(received);
        },
        timer: setTimeout(() => {
          reply.resolve(null);
          waiter.timer = setTimeout(() => cancel(correlationId), lateReplyMs).unref();
        }, waitMs),
      };
      waiters.set(correlationId, waiter);
      return { reply: reply.promise, replied: replied.promise };
    },
    cancel,
    receive: (reply) => {
      const waiter = waiters.get(reply.correlationId);
      if (!waiter) return;
      replyDuration.record(Math.max(Date.now() - reply.at, 0) / 1000);
      waiter.receive(reply);
    },
  };
}
