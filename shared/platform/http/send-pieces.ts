import type { Response } from 'express';

/** Sends no faster than the client reads. If this throws, close the connection, so that a part does not look complete. */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      // The client has disconnected. Leaving the loop closes the database cursor.
      if (response.destroyed) return;
      if (!response.write(piece)) await drained(response);
    }
  } catch (error) {
    if (response.destroyed) return;
    throw error;
  }
  response.end();
}

function drained(response: Response): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
