import type { Response } from 'express';
import type { Dispatcher } from 'undici';

const passedHeaders = [
  'content-type',
  'content-language',
  'content-length',
  'content-disposition',
  'etag',
] as const;

/**
 * Streams a service's response to the client with backpressure and resolves with null. Resolves with an error response instead of
 * streaming it. Rejects when the service does not respond. If the response breaks off, closes the client's connection, so that
 * the client does not mistake the part for the whole, and calls `brokeOff`, unless the client left first.
 */
export function passThrough(
  from: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  to: Response,
  brokeOff: (error: Error) => void,
): Promise<{ status: number; text: string } | null> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const refused: Buffer[] = [];
    const isRefusal = () => status >= 400;
    from.dispatch(request, {
      onRequestStart: (controller) => {
        const abort = () => {
          if (!to.writableFinished) controller.abort(new Error('The client closed the connection'));
        };
        // The client may have disconnected while the request waited for a connection, so abort the request.
        if (to.destroyed) abort();
        else to.once('close', abort);
      },
      onResponseStart: (_controller, statusCode, headers) => {
        status = statusCode;
        if (isRefusal()) return;
        to.status(status);
        for (const name of passedHeaders) {
          const value = headers[name];
          if (value !== undefined) to.setHeader(name, value);
        }
      },
      onResponseData: (controller, chunk) => {
        if (isRefusal()) refused.push(chunk);
        else if (!to.destroyed && !to.write(chunk)) {
          controller.pause();
          to.once('drain', () => controller.resume());
        }
      },
      onResponseEnd: () => {
        if (!isRefusal()) to.end();
        resolve(isRefusal() ? { status, text: Buffer.concat(refused).toString() } : null);
      },
      onResponseError: (_controller, error) => {
        if ((status === 0 || isRefusal()) && !to.destroyed) {
          reject(error);
          return;
        }
        if (!to.destroyed) brokeOff(error);
        to.destroy();
        resolve(null);
      },
    });
  });
}
