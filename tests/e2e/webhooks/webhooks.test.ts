import { describe, expect, test } from '@jest/globals';
import { verifyWebhook, type WebhookDelivery } from '#clients/typescript/src/main.ts';
import { Webhook as Verifier } from 'standardwebhooks';
import { eventually, expectEventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newProduct } from '../support/records.ts';
import { useEndpoints, versionsOf, webhooksPath as path, type Endpoint } from './endpoints.ts';
import type { Received, Receiver } from './receiver.ts';

const { receiver, endpoint, read, deliveriesOf, rename } = useEndpoints(() => admin);
const verify = (secret: string, { text, headers }: Received) =>
  new Verifier(secret).verify(text, headers as Record<string, string>);

describe('a webhook endpoint', () => {
  test('creating a webhook endpoint returns its secret, and a retry with the same idempotency key returns no secret', async () => {
    const to = await receiver();
    const body = { url: to.url, types: ['orders.order.*'] };
    const key = { 'idempotency-key': `webhook-${Math.random()}` };
    const first = await admin.post<Endpoint>(path, body, key);
    expect(first.status).toBe(201);
    expect(first.data.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const again = await admin.post<Endpoint>(path, body, key);
    expect([again.header('idempotency-replayed'), again.data]).toEqual([
      'true',
      { ...first.data, secret: null },
    ]);
    expect(await read(first.data.id)).not.toHaveProperty('secret');
    const operations = await admin.get<unknown>('/api/admin/operations?filters[type]=webhooks.create');
    expect(operations.text).not.toContain('whsec_');
  });

  test('a webhook endpoint receives each change of a record once, signed and in order', async () => {
    const to = await receiver();
    const { secret } = await endpoint(to);
    const product = await newProduct();
    for (const name of ['Second', 'Third', 'Fourth']) await rename(product.id, name);
    const subject = `products/${product.id}`;
    await eventually('four versions', () => versionsOf(to, subject).length >= 4);
    expect(versionsOf(to, subject)).toEqual([1, 2, 3, 4]);
    for (const one of to.received) {
      expect(verify(secret ?? '', one)).toMatchObject({ id: one.headers['webhook-id'] });
      const known = await verifyWebhook({ secret: secret ?? '', body: one.text, headers: one.headers });
      expect([known.subject, known.data.version]).toEqual([one.event.subject, one.event.data.version]);
      expect(() => verify(secret ?? '', { ...one, text: `${one.text} ` })).toThrow();
    }
  });

  test('a webhook endpoint with `payload: full` receives the current record with each event, or null if the record was deleted', async () => {
    const to = await receiver();
    await endpoint(to, { payload: 'full' });
    const product = await newProduct();
    const made = await eventually('the event of the new product', () =>
      to.received.find(({ event }) => event.subject === `products/${product.id}`),
    );
    expect(made.event.data['record']).toMatchObject({ id: product.id });
    await admin.delete(`/api/admin/products/${product.id}`);
    const gone = await eventually('the event of the deleted product', () =>
      to.received.find(
        ({ event }) =>
          event.subject === `products/${product.id}` && event.type === 'catalog.product.deleted.v1',
      ),
    );
    expect(gone.event.data['record']).toBeNull();
  });
});

describe('a webhook delivery', () => {
  test('a failing webhook delivery delays only deliveries of the same record and is retried', async () => {
    const to = await receiver();
    const { id } = await endpoint(to);
    const [bad, good] = [await newProduct(), await newProduct()];
    let isBroken = true;
    to.answer((response, { event }) => {
      const isRefused = isBroken && event.subject === `products/${bad.id}` && event.data.version > 1;
      response.writeHead(isRefused ? 500 : 200).end(isRefused ? 'out of order' : '');
    });
    await rename(bad.id, 'Second');
    await rename(bad.id, 'Third');
    await rename(good.id, 'Second');
    await eventually('the delivery of the other record', () =>
      versionsOf(to, `products/${good.id}`).includes(2),
    );
    const [held] = await eventually('the failure', async () => {
      const waiting = await deliveriesOf(
        id,
        `?filters[status]=pending&filters[subject]=products/${bad.id}&sort=id`,
      );
      return waiting[0]?.attempts.length ? waiting : null;
    });
    expect(held?.attempts[0]).toMatchObject({ status: 500, error: 'answered 500', answer: 'out of order' });
    expect(versionsOf(to, `products/${bad.id}`)).not.toContain(3);
    isBroken = false;
    await eventually('the delayed delivery', () => versionsOf(to, `products/${bad.id}`).includes(3));
    const versions = versionsOf(to, `products/${bad.id}`);
    expect(versions).toEqual([...versions].sort());
  });

  test('a webhook delivery records the status or error of an attempt if the receiver’s response redirects, breaks off, never ends or is too short', async () => {
    const to = await receiver();
    const { id } = await endpoint(to, { types: ['webhook.*'] });
    const outcome = async (how: Parameters<Receiver['answer']>[0]) => {
      to.answer(how);
      const { data } = await admin.post<WebhookDelivery>(`${path}/${id}/ping`);
      const tried = await eventually('an attempt', async () => {
        const read = (await admin.get<WebhookDelivery>(`${path}/${id}/deliveries/${data.id}`)).data;
        return read.attempts.length > 0 ? read : null;
      });
      return { status: tried.status, ...tried.attempts[0] };
    };
    expect(
      await outcome((response) => response.writeHead(302, { location: 'http://localhost:1/' }).end()),
    ).toMatchObject({ status: 302, error: 'answered 302: redirects are not followed' });
    expect(await outcome((response) => response.socket?.end('HTTP/1.1 200 O'))).toMatchObject({
      status: null,
    });
    expect(
      await outcome((response) => {
        response.writeHead(200);
        const flood = setInterval(() => response.write('x'.repeat(1000)), 1);
        response.on('close', () => clearInterval(flood));
      }),
    ).toMatchObject({ status: 200, error: null, answer: 'x'.repeat(2048) });
    expect(
      await outcome((response) => {
        const { socket } = response;
        response.on('finish', () => socket?.end());
        response.writeHead(200, { 'content-length': '100' }).end('short');
      }),
    ).toMatchObject({ status: 200, error: null });
  });

  test('a webhook endpoint whose receiver responds with 410 is disabled, and an event about this is published', async () => {
    const to = await receiver();
    const { id } = await endpoint(to);
    to.answer((response) => response.writeHead(410).end());
    await admin.post(`${path}/${id}/ping`);
    const disabled = await eventually('the endpoint to be disabled', async () => {
      const now = await read(id);
      return now.status === 'disabled' ? now : null;
    });
    expect(disabled.disabled_reason).toBe('gone');
    const eventCount = async () =>
      (await admin.get<unknown[]>(`/api/admin/events?after=0&subject=webhooks/${id}`)).data.length;
    await eventually('the event of the disabled endpoint', async () => (await eventCount()) === 1);
    expect((await admin.post(`${path}/${id}/ping`)).status).toBe(409);
  });
});

describe('webhook events', () => {
  test('a paused webhook endpoint receives its events in order once it is active again', async () => {
    const to = await receiver();
    const { id } = await endpoint(to);
    const product = await newProduct();
    const subject = `products/${product.id}`;
    await eventually('the first delivery', () => versionsOf(to, subject).length === 1);
    await admin.put(`${path}/${id}`, { status: 'paused' });
    for (const name of ['Second', 'Third']) await rename(product.id, name);
    const other = await receiver();
    await endpoint(other);
    await rename(product.id, 'Fourth');
    await eventually('the delivery to the other endpoint', () => versionsOf(other, subject).includes(4));
    expect(versionsOf(to, subject)).toEqual([1]);
    await admin.put(`${path}/${id}`, { status: 'active' });
    await eventually('all four deliveries', () => versionsOf(to, subject).length >= 4);
    expect(versionsOf(to, subject)).toEqual([1, 2, 3, 4]);
  });

  test('the replay of webhook events sends them again in order, starting at an event cursor or a time', async () => {
    const to = await receiver();
    const { id } = await endpoint(to);
    const moment = new Date().toISOString();
    const after = await cursor();
    const product = await newProduct();
    await rename(product.id, 'Second');
    const subject = `products/${product.id}`;
    // The message includes the deliveries. A failure then shows the state of each delivery.
    const delivered = (what: string, versions: number[]) =>
      expectEventually(what, async () => {
        const deliveries = await deliveriesOf(id);
        expect({ versions: versionsOf(to, subject), deliveries }).toEqual({ versions, deliveries });
      });
    await delivered('both deliveries', [1, 2]);
    await admin.post(`${path}/${id}/replay`, { after });
    await delivered('both deliveries again', [1, 2, 1, 2]);
    await admin.post(`${path}/${id}/replay`, { after: moment });
    await delivered('both deliveries once more', [1, 2, 1, 2, 1, 2]);
    const ids = new Set(to.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBeLessThan(to.received.length);
    const refused = await admin.post(`${path}/${id}/replay`, { after: 'yesterday' });
    expect(refused.problem.errors).toHaveProperty('after');
  });

  test('the replay of events to a paused webhook endpoint skips no event that the endpoint has not received yet', async () => {
    const to = await receiver();
    const { id } = await endpoint(to);
    const product = await newProduct();
    const subject = `products/${product.id}`;
    let version = 1;
    await eventually('the product', () => versionsOf(to, subject).length === version);
    for (const later of [cursor, () => Promise.resolve('2099-01-01T00:00:00Z')]) {
      await admin.put(`${path}/${id}`, { status: 'paused' });
      await rename(product.id, `Renamed ${version}`);
      expect((await admin.post(`${path}/${id}/replay`, { after: await later() })).status).toBe(200);
      await admin.put(`${path}/${id}`, { status: 'active' });
      version += 1;
      await eventually('the change', () => versionsOf(to, subject).includes(version));
    }
  });
});

async function cursor(): Promise<string> {
  const { text } = await admin.get('/api/admin/events');
  return (JSON.parse(text) as { meta: { next: string } }).meta.next;
}
