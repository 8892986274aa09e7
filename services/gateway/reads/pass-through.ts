import type { Response } from 'express';
import type { Dispatcher } from 'undici';

/** An answer that does not go to the client as it is. */
export interface Refusal {
  status: number;
  text: string;
}

const passedHeaders = ['content-type', 'content-language', 'content-length', 'etag'] as const;

/**
 * Sends a request on and lets its answer through to the client as it comes, no faster than the client takes it. A refusal
 * is given back instead; null when the answer has gone. Throws when there is no answer; one that breaks off breaks off for
 * the client too, who must not take what it has for the whole.
 */
export function passThrough(
  from: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  to: Response,
  brokeOff: (error: Error) => void,
): Promise<Refusal | null> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const refused: Buffer[] = [];
    const isRefusal = () => status >= 400;
    from.dispatch(request, {
      onRequestStart: (controller) => {
        const leave = () => {
          if (!to.writableFinished) controller.abort(new Error('The client went away'));
        };
        // It may have gone while the request waited for a connection.
        if (to.destroyed) leave();
        else to.once('close', leave);
      },
      onResponseStart: (_controller, statusCode, headers) => {
        status = statusCode;
        if (isRefusal()) return;
        to.status(status).vary('Accept-Language');
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
        brokeOff(error);
        to.destroy();
        resolve(null);
      },
    });
  });
}
