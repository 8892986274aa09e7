/**
 * A minimal gateway, which shows the highest possible rate of checkouts. It has Express, Joi, a cached token,
 * one message to a quorum queue, and one reply. It has no rate limit, idempotency, telemetry, log or problem
 * details.
 */
import { randomUUID } from 'node:crypto';
import { connect } from 'amqplib';
import express from 'express';
import Joi from 'joi';
import type { BareCommand } from './bare-checkout.ts';
import { bareQueue, queues } from './bare-queues.ts';
import { createAuthenticator } from '#services/gateway/auth/authenticate.ts';

const { RABBITMQ_URL: url = '', PORT: port = '', AUTH_KEYS_DIR = '' } = process.env;
const authenticate = await createAuthenticator({
  AUTH_KEYS_DIR,
  AUTH_JWKS_URL: null,
  AUTH_ISSUER: null,
  AUTH_AUDIENCE: null,
  AUTH_USER_CLAIM: 'sub',
  AUTH_USER_KIND: 'id',
  AUTH_TOKEN_TYPE: null,
});
const connection = await connect(url, { noDelay: true });
const channel = await connection.createConfirmChannel();
for (let queue = 0; queue < queues; queue += 1) {
  await channel.assertQueue(bareQueue(queue), { durable: true, arguments: { 'x-queue-type': 'quorum' } });
}
const { queue: replyTo } = await channel.assertQueue('', { exclusive: true });
const waiting = new Map<string, (body: string) => void>();
await channel.consume(
  replyTo,
  (message) => {
    if (message) waiting.get(String(message.properties.correlationId))?.(message.content.toString());
  },
  { noAck: true },
);

const schema = Joi.object({
  payment_method: Joi.number().integer().min(1).max(4).required(),
  address_id: Joi.number().integer().min(1),
});
const app = express().disable('x-powered-by').disable('etag');
app.post('/api/client/orders/checkout', express.json(), async (request, response) => {
  const { userId } = await authenticate(request.headers.authorization);
  const { error } = schema.validate(request.body);
  if (error) {
    response.status(422).json({ message: error.message });
    return;
  }
  const id = randomUUID();
  const replied = new Promise<string>((resolve) => waiting.set(id, resolve));
  const command = Buffer.from(JSON.stringify({ id, userId, body: request.body as BareCommand['body'] }));
  const options = { persistent: true, messageId: id, correlationId: id, replyTo };
  channel.sendToQueue(bareQueue((userId ?? 0) % queues), command, options, () => undefined);
  const body = await replied;
  waiting.delete(id);
  response.status(201).type('application/json').send(body);
});
app.listen(Number(port), '127.0.0.1', () => console.log('listening'));
process.on('SIGTERM', () => process.exit(0));
