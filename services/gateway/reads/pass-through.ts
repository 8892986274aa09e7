import type { Response } from 'express';
import type { Dispatcher } from 'undici';

/** An error of the service, which the gateway renders in the client's language. */
interface Refusal {
  status: number;
  text: string;
}

export class OtherType extends Error {}

const passedHeaders = [
  'content-type',
  'content-language',
  'content-length',
  'content-disposition',
  'etag',
] as const;

/**
 * Forwards a request and streams its answer to the client with backpressure. Resolves with a refusal, which is not streamed, or
 * with null. Rejects when there is no answer, and with `OtherType` when the answer's type is not `type`. When an answer breaks
 * off, so does the client's, because a client must not take a part for the whole; `brokeOff` is then called.
 */
export function passThrough(
  from: Pick<Dispatcher, 'dispatch'>,
  request: Dispatcher.DispatchOptions,
  to: Response,
  { type, brokeOff }: { type: string | null; brokeOff: (error: Error) => void },
): Promise<Refusal | null> {
  return new Promise((resolve, reject) => {
    let status = 0;
    const refused: Buffer[] = [];
    const isRefusal = () => status >= 400;
    from.dispatch(request, {
      onRequestStart: (controller) => {
        const abort = () => {
          if (!to.writableFinished) controller.abort(new Error('The client closed the connection'));
        };
        // The client may have left while the request waited for a connection.
        if (to.destroyed) abort();
        else to.once('close', abort);
      },
      onResponseStart: (controller, statusCode, headers) => {
        const found = String(headers['content-type']);
        if (statusCode === 200 && type !== null && !found.startsWith(type)) {
          controller.abort(new OtherType(found));
          return;
        }
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
        brokeOff(error);
        to.destroy();
        resolve(null);
      },
    });
  });
}
