import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused, type WebhookEvent } from '../src/main.ts';

/** Responds with 500 when `handle` rejects, so that the store sends the delivery again. Pass two `secrets` during a rotation. */
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
