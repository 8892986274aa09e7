import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Whether the client closed its connection right after the request. If so, the response is ended. Node notices the close only
 * after two turns of the event loop, so call this only for slow responses.
 */
export async function hasLeft(response: ServerResponse): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  if (response.req.socket.readableEnded) response.destroy();
  return response.destroyed;
}
