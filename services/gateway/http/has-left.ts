import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Whether the client closed its connection right after it asked, which shows only when the connection is read again. Nothing can be
 * answered then: it is ended. For what takes long to answer: it takes two turns of the event loop.
 */
export async function hasLeft(response: ServerResponse): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  if (response.req.socket.readableEnded) response.destroy();
  return response.destroyed;
}
