import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { Problem } from '#shared/contracts/errors.ts';
import { principalOf } from '../auth/access.ts';
import type { Principal } from '../auth/authenticate.ts';
import type { CallerLimit } from '../limits/caller-limit.ts';
import { beginEventStream } from '../http/caching.ts';
import { whenLeftOrEnded } from '../events/when-left.ts';
import type { FindOperation } from './find-operation.ts';
import { endedStatuses, type OperationResource } from './operation-resource.ts';

const retryMs = 300;
const defaultKeepAliveMs = 15_000;
/** After this time the stream ends. The client reconnects and continues from its last event. */
const longestMs = 3_600_000;

export interface StreamDeps {
  find: FindOperation;
  /**
   * Like `find`, but waits for the next round of lookups, which all streams share. A stream uses `find` only for its first
   * lookup.
   */
  findLater: FindOperation;
  refuseDeletedShopper: (principal: Principal) => Promise<void>;
  countStream: CallerLimit;
  /** Aborts when the gateway stops. */
  stopping: AbortSignal;
  keepAliveMs?: number;
}

/**
 * Sends the operation, and again after each change. The stream ends when the operation is final or `unknown`, the client
 * disconnects, its token expires, its session ends, its shopper is deleted or the gateway stops. A client that has received the
 * last event gets a 204, after which an `EventSource` does not reconnect.
 */
export async function streamOperation(
  {
    find,
    findLater,
    refuseDeletedShopper,
    countStream,
    stopping,
    keepAliveMs = defaultKeepAliveMs,
  }: StreamDeps,
  id: string,
  request: Request,
  response: Response,
): Promise<void> {
  const { operation } = await find(id, response);
  const seen = request.get('Last-Event-ID');
  if (endedStatuses.has(operation.status) && seen === eventId(operation)) {
    response.status(204).end();
    return;
  }
  const principal = principalOf(response);
  countStream(principal.subject, response);
  beginEventStream(response);
  if (request.method !== 'HEAD') {
    const endsAt = Math.min(principal.expiresAt, Date.now() + longestMs);
    // Keep the stream open while a service is briefly unavailable.
    const refresh = (last: OperationResource) =>
      findLater(id, response).then(
        (found) => found.operation,
        () => pause(retryMs, last),
      );
    // While the service is unavailable, it is unknown whether the shopper was deleted. The new state is sent once the service
    // responds again.
    const maySeeMore = () =>
      refuseDeletedShopper(principal).then(
        () => true,
        (error: unknown) => {
          if (error instanceof Problem && error.code === 'not_found') response.end();
          return false;
        },
      );
    const { signal, forget } = whenLeftOrEnded(response, { ...principal, expiresAt: endsAt }, stopping);
    signal.addEventListener('abort', () => response.end());
    try {
      await sendChanges(response, operation, { refresh, maySeeMore, keepAliveMs, signal });
    } finally {
      forget();
    }
  }
  response.end();
}

async function sendChanges(
  response: Response,
  first: OperationResource,
  stream: {
    refresh: (last: OperationResource) => Promise<OperationResource>;
    maySeeMore: () => Promise<boolean>;
    keepAliveMs: number;
    /** Aborts when the stream has to end. */
    signal: AbortSignal;
  },
): Promise<void> {
  const { refresh, maySeeMore, keepAliveMs, signal } = stream;
  let [operation, sent] = [first, ''];
  const isOver = () => response.destroyed || response.writableEnded;
  const canSend = () => !isOver() && !response.writableNeedDrain;
  const keepAlive = setInterval(() => {
    if (canSend()) response.write(': waiting\n\n');
  }, keepAliveMs);
  try {
    // The loop runs at least once, even if the signal is already aborted: clocks differ, so a token that was just accepted may
    // already look expired here.
    do {
      const data = JSON.stringify(operation);
      // A client that reads slowly misses states of the operation. When it can receive data again, it gets the current state.
      if (data !== sent && (sent === '' || (await maySeeMore())) && canSend()) {
        response.write(`id: ${eventId(operation)}\nevent: operation\ndata: ${data}\n\n`);
        keepAlive.refresh();
        sent = data;
      }
      if (endedStatuses.has(operation.status) && data === sent) return;
      operation = await refresh(operation);
    } while (!isOver() && !signal.aborted);
  } finally {
    clearInterval(keepAlive);
  }
}

/** The event id depends only on status and progress, so it is the same for every caller and gateway. */
function eventId({ status, progress: { total, done, failed } }: OperationResource): string {
  return [status, total, done, failed].join('-');
}
