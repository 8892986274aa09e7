import type { Response } from 'express';

/**
 * Writes an answer's body as its pieces come, no faster than its reader takes them. Pieces that break off end the connection:
 * nobody takes a part for the whole. A client that goes ends the loop over the pieces.
 */
export async function sendPieces(
  response: Response,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  try {
    for await (const piece of pieces) {
      // The client has gone: leaving the loop closes the database cursor.
      if (response.destroyed) return;
      if (!response.write(piece)) await drained(response);
    }
  } catch (error) {
    if (response.destroyed) return;
    if (!response.headersSent) throw error;
    response.destroy();
    return;
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
