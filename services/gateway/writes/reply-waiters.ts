import type { Reply } from '#shared/commands/messages.ts';
import { replyDuration } from '#shared/telemetry/metrics.ts';

/** The pending reply of a command. */
export interface AwaitedReply {
  /** The reply, or null when the wait is over. */
  reply: Promise<Reply | null>;
  /** Resolves when the worker has replied, also after the wait; never when its reply is lost. */
  replied: Promise<void>;
}

interface ReplyWaiters {
  wait: (correlationId: string, waitMs: number) => AwaitedReply;
  /** Ends the wait for a command that was not sent. */
  cancel: (correlationId: string) => void;
  receive: (reply: Reply) => void;
}

interface Waiter {
  receive: (reply: Reply) => void;
  timer: NodeJS.Timeout;
}

/** How long a late reply is awaited: it ends the command's count among those in flight. */
const lateReplyMs = 600_000;

/** Awaits workers' replies by correlation id, until they come or no longer matter. */
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
