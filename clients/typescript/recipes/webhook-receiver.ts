import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { verifyWebhook, WebhookRefused } from '../src/main.ts';
import type { WebhookEvent } from '../src/main.ts';

/** Of a delivery that `handle` rejects, the store hears 500 and sends it again. `secrets`: two of them while they change. */
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
