import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { pathOf } from '../http/request-context.ts';
import type { FindOperation } from './find-operation.ts';
import { endedStatuses } from './operation-resource.ts';

const pollMs = 300;
const keepAliveMs = 15_000;

/** Server-sent events: the operation whenever it changes, until it is final, nobody knows it, or the client leaves. */
export async function streamOperation(
  find: FindOperation,
  request: Request<{ id: string }>,
  response: Response,
): Promise<void> {
  const { id } = request.params;
  const path = pathOf(request);
  let { operation } = await find(id, response, path);
  response
    .setHeader('Content-Type', 'text/event-stream; charset=utf-8')
    .setHeader('Cache-Control', 'no-store');
  const isClosed = () => response.destroyed || response.writableEnded;
  let sent = '';
  let sentAt = 0;
  while (!isClosed()) {
    const data = JSON.stringify(operation);
    if (data !== sent) {
      response.write(`event: operation\ndata: ${data}\n\n`);
      [sent, sentAt] = [data, performance.now()];
    } else if (performance.now() - sentAt > keepAliveMs) {
      response.write(': waiting\n\n');
      sentAt = performance.now();
    }
    if (endedStatuses.has(operation.status)) break;
    await pause(pollMs);
    // A service that is away for a moment does not end the stream.
    operation = await find(id, response, path).then(
      (found) => found.operation,
      () => operation,
    );
  }
  response.end();
}
