import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused, type WebhookEvent } from '../src/main.ts';

/**
 * If `handle` rejects, responds with 500, and the store sends the delivery again. During a rotation of the
 * secret, pass both secrets.
 */
export function webhookReceiver(secrets: string[], handle: (event: WebhookEvent) => Promise<void>): Server {
  return createServer((request, response) => {
    void text(request)
      .then((body) => verifyWebhook({ secret: secrets, body, headers: request.headers }))
      .then(handle)
      .then(() => 204)
      .catch((error: unknown) => (error instanceof WebhookRefused ? 400 : 500))
      .then((status) => response.writeHead(status).end());
  });
}
