import type { EndReply, Reply } from '#shared/engine/commands/messages.ts';
import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { isBackground } from '#shared/engine/decide/outcome.ts';
import { replyDuration } from '#shared/platform/telemetry/metrics.ts';

export interface AwaitedReply {
  /** Resolves with the reply, or with null when the wait is over. */
  reply: Promise<Reply | null>;
  /** Resolves when the worker has replied, even after the wait. Never resolves if the reply is lost. */
  replied: Promise<void>;
  /**
   * Resolves when the bulk work that the command started or joined has ended, unless the reply about it is lost or late. Resolves
   * with null if `endWaits` is called first.
   */
  ended: Promise<BulkOperation | null>;
}

interface Waiter {
  receive: (reply: Reply) => void;
  end: (operation: BulkOperation | null) => void;
  endWait: () => void;
  timer: NodeJS.Timeout;
}

/** How long to wait for a late reply. When the reply arrives, the command no longer counts as in flight. */
const lateReplyMs = 600_000;

export function createReplyWaiters() {
  const waiters = new Map<string, Waiter>();

  const cancel = (correlationId: string): void => {
    clearTimeout(waiters.get(correlationId)?.timer);
    waiters.delete(correlationId);
  };

  return {
    wait: (correlationId: string, waitMs: number): AwaitedReply => {
      const reply = Promise.withResolvers<Reply | null>();
      const replied = Promise.withResolvers<undefined>();
      const ended = Promise.withResolvers<BulkOperation | null>();
      const state = { isOver: false, hasReply: false };
      const endWait = () => {
        state.isOver = true;
        reply.resolve(null);
        if (state.hasReply) cancel(correlationId);
        else waiter.timer = setTimeout(() => cancel(correlationId), lateReplyMs).unref();
      };
      const waiter: Waiter = {
        receive: (received) => {
          state.hasReply = true;
          replied.resolve(undefined);
          reply.resolve(received);
          // Bulk work gets a second reply at its end, so keep waiting for the second reply until the client's wait is over.
          if (state.isOver || !isBackground(received.outcome)) cancel(correlationId);
        },
        end: (operation) => {
          ended.resolve(operation);
          if (state.hasReply) cancel(correlationId);
        },
        endWait,
        timer: setTimeout(endWait, waitMs),
      };
      waiters.set(correlationId, waiter);
      return { reply: reply.promise, replied: replied.promise, ended: ended.promise };
    },
    cancel,
    /** Ends all waits as if their time were over, because the gateway stops. */
    endWaits: (): void => {
      for (const { timer, end, endWait } of waiters.values()) {
        clearTimeout(timer);
        end(null);
        endWait();
      }
    },
    receive: (reply: Reply | EndReply): void => {
      if ('ends' in reply) {
        waiters.get(reply.ends)?.end(reply.operation);
        return;
      }
      const waiter = waiters.get(reply.correlationId);
      if (!waiter) return;
      replyDuration.record(Math.max(Date.now() - reply.at, 0) / 1000);
      waiter.receive(reply);
    },
  };
}
