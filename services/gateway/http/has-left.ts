import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Whether the client closed its connection right after its request; the answer is then ended. This shows only when the connection
 * is read again, after two turns of the event loop, so call it only for slow answers.
 */
export async function hasLeft(response: ServerResponse): Promise<boolean> {
  await nextTurn();
  await nextTurn();
  if (response.req.socket.readableEnded) response.destroy();
  return response.destroyed;
}
