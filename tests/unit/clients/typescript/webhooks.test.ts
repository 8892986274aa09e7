import type { AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { Webhook as Reference } from 'standardwebhooks';
import { webhookReceiver } from '#clients/typescript/recipes/webhook-receiver.ts';
import {
  verifyWebhook,
  WebhookRefused,
  type WebhookEvent,
  type WebhookRequest,
} from '#clients/typescript/src/main.ts';
import { secretFrom, signedHeaders } from '#services/webhooks/sending/signature.ts';

const event = { id: 'e-1', type: 'catalog.product.updated.v1', data: { version: 2, name: 'قهوة' } };
const body = JSON.stringify(event);
const secretOf = (fill: number) => secretFrom(new Uint8Array(32).fill(fill));
const [one, two, three] = [secretOf(1), secretOf(2), secretOf(3)];
const now = Date.parse('2026-01-31T09:30:00Z');

/** A delivery in the format that the store sends. */
const delivery = (changes: Partial<WebhookRequest> = {}, secrets = [one]): WebhookRequest => ({
  secret: one,
  body,
  now,
  headers: signedHeaders({ id: event.id, at: now, body }, secrets),
  ...changes,
});
const withHeaders = (changes: Record<string, string | undefined>, secrets?: string[]) => {
  const sent = delivery({}, secrets);
  return { ...sent, headers: { ...(sent.headers as Record<string, string>), ...changes } };
};
const signatureOf = (secrets: string[]) =>
  signedHeaders({ id: event.id, at: now, body }, secrets)['webhook-signature'];

async function codeOf(request: WebhookRequest): Promise<string> {
  try {
    await verifyWebhook(request);
  } catch (error) {
    if (error instanceof WebhookRefused) return error.code;
    throw error;
  }
  return 'verified';
}

describe('webhook deliveries', () => {
  test('verifying a webhook delivery returns its event, whether the body is text or bytes', async () => {
    expect(await verifyWebhook(delivery())).toEqual(event);
    expect(await verifyWebhook(delivery({ body: Buffer.from(body) }))).toEqual(event);
  });

  test('a webhook delivery is verified with headers in any letter case, as an object, arrays or fetch Headers', async () => {
    const { headers } = delivery();
    const upper = Object.entries(headers).map(
      ([name, value]) => [name.toUpperCase(), value as string] as const,
    );
    expect(await codeOf(delivery({ headers: Object.fromEntries(upper) }))).toBe('verified');
    expect(await codeOf(delivery({ headers: new Headers([...upper] as [string, string][]) }))).toBe(
      'verified',
    );
    const listed = upper.map(([name, value]) => [name, [value]]);
    expect(await codeOf(delivery({ headers: Object.fromEntries(listed) as Record<string, string[]> }))).toBe(
      'verified',
    );
  });

  test.each([
    ['is verified against the only secret that signed it', [one], one, 'verified'],
    ['is rejected if it is checked against another secret', [one], two, 'wrong_signature'],
    ['is verified against two secrets if it was signed with the old secret', [one], [two, one], 'verified'],
    ['is verified against two secrets if it was signed with the new secret', [two], [two, one], 'verified'],
    [
      'is verified against the old secret if it was signed with the old and the new secret',
      [two, one],
      one,
      'verified',
    ],
    [
      'is verified against the new secret if it was signed with the old and the new secret',
      [two, one],
      two,
      'verified',
    ],
    [
      'is rejected if it was signed with two secrets and is checked against a third secret',
      [two, one],
      three,
      'wrong_signature',
    ],
    ['is rejected if it is checked against no secret at all', [one], [], 'wrong_signature'],
  ])('a webhook delivery in the TypeScript client %s', async (_, signedBy, secret, code) => {
    expect(await codeOf(delivery({ secret }, signedBy))).toBe(code);
  });

  test.each([
    ['another body', delivery({ body: body.replace('2', '3') })],
    ['one byte more', delivery({ body: `${body} ` })],
    ['another id', withHeaders({ 'webhook-id': 'e-2' })],
    ['another time', withHeaders({ 'webhook-timestamp': String(now / 1000 + 1) })],
    ['a signature that is cut short', withHeaders({ 'webhook-signature': signatureOf([one]).slice(0, -8) })],
    ['a signature that is not Base64', withHeaders({ 'webhook-signature': 'v1,%%%' })],
    ['an empty HMAC', withHeaders({ 'webhook-signature': 'v1,=' })],
  ])('a webhook delivery with %s is rejected as wrong_signature', async (_, request) => {
    expect(await codeOf(request)).toBe('wrong_signature');
  });

  test.each([
    [-300, 'verified'],
    [-301, 'too_old'],
    [300, 'verified'],
    [301, 'too_new'],
  ])('a webhook delivery with a timestamp %i s from now gets the result %s', async (seconds, code) => {
    const headers = signedHeaders({ id: event.id, at: now + seconds * 1000, body }, [one]);
    expect(await codeOf(delivery({ headers }))).toBe(code);
  });

  test('a receiver that sets a longer tolerance accepts an older webhook delivery', async () => {
    expect(await codeOf(delivery({ now: now + 3_600_000, toleranceSeconds: 3600 }))).toBe('verified');
  });

  test.each([
    ['no id', { 'webhook-id': undefined }, 'missing_header'],
    ['no time', { 'webhook-timestamp': undefined }, 'missing_header'],
    ['no signature', { 'webhook-signature': undefined }, 'missing_header'],
    ['an empty signature', { 'webhook-signature': '' }, 'missing_header'],
    ['a date instead of a Unix time', { 'webhook-timestamp': '2026-01-31' }, 'malformed_header'],
    ['a fraction of a second', { 'webhook-timestamp': `${now / 1000}.5` }, 'malformed_header'],
    ['a negative time', { 'webhook-timestamp': '-1' }, 'malformed_header'],
    ['a signature without a version', { 'webhook-signature': 'abcd' }, 'malformed_header'],
    [
      'a version that is not known',
      { 'webhook-signature': signatureOf([one]).replace('v1', 'v2') },
      'unknown_version',
    ],
  ])('a webhook delivery is rejected if its headers have %s', async (_, changes, code) => {
    expect(await codeOf(withHeaders(changes))).toBe(code);
  });

  test('a webhook delivery is verified even if it also has signatures of other versions and secrets', async () => {
    const signatures = `v1a,abcd ${signatureOf([three])} v1,% ${signatureOf([one])}`;
    expect(await codeOf(withHeaders({ 'webhook-signature': signatures }))).toBe('verified');
  });

  test.each(['whsec_', 'whsec_%%%', ''])(
    'verifying a webhook delivery with the malformed secret %j fails as malformed_secret',
    async (secret) => {
      expect(await codeOf(delivery({ secret }))).toBe('malformed_secret');
      expect(await codeOf(delivery({ secret: [one, secret] }))).toBe('malformed_secret');
    },
  );

  test.each(['no JSON', '[]', 'null', '{"id":"e-1"}'])(
    'a webhook delivery with a valid signature and the body %s is rejected as malformed_body',
    async (sent) => {
      const headers = signedHeaders({ id: event.id, at: now, body: sent }, [one]);
      expect(await codeOf(delivery({ headers, body: sent }))).toBe('malformed_body');
    },
  );

  test('a webhook delivery with an already parsed body is rejected as malformed_body', async () => {
    const parsed = event as unknown as string;
    expect(await codeOf(delivery({ body: parsed }))).toBe('malformed_body');
  });
});

describe('compatibility with standardwebhooks', () => {
  test('the TypeScript client verifies a webhook that the standardwebhooks library signed', async () => {
    const at = new Date();
    const headers = {
      'webhook-id': event.id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Reference(one).sign(event.id, at, body),
    };
    expect(await verifyWebhook({ secret: [two, one], body, headers })).toEqual(event);
    expect(await codeOf({ secret: two, body, headers })).toBe('wrong_signature');
  });

  type Sign = (secret: string) => string;
  test.each<[string, boolean, (sign: Sign) => Record<string, string | undefined>]>([
    ['unchanged headers', true, () => ({})],
    ['another id', false, () => ({ 'webhook-id': 'e-2' })],
    ['no time', false, () => ({ 'webhook-timestamp': undefined })],
    ['another time', false, () => ({ 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 10) })],
    ['an old time', false, () => ({ 'webhook-timestamp': '1' })],
    ['a wrong signature', false, (sign) => ({ 'webhook-signature': sign(two) })],
    ['another version', false, (sign) => ({ 'webhook-signature': sign(one).replace('v1', 'v2') })],
    [
      'three signatures with one correct signature',
      true,
      (sign) => ({ 'webhook-signature': `v2,abcd ${sign(two)} ${sign(one)}` }),
    ],
  ])(
    'the standardwebhooks library and the TypeScript client give the same verdict on a webhook delivery with %s: accepted=%j',
    async (_, isTaken, changes) => {
      const at = Date.now();
      const sign: Sign = (secret) => signedHeaders({ id: event.id, at, body }, [secret])['webhook-signature'];
      const headers = { ...signedHeaders({ id: event.id, at, body }, [one]), ...changes(sign) };
      const here = await codeOf({ secret: one, body, headers });
      const there = takes(() => new Reference(one).verify(body, headers));
      expect({ here: here === 'verified', there }).toEqual({ here: isTaken, there: isTaken });
    },
  );
});

function takes(verify: () => unknown): boolean {
  try {
    verify();
    return true;
  } catch {
    return false;
  }
}

describe('the webhook receiver in the README', () => {
  test('the README’s webhook receiver responds with 204 after handling an event, 400 to a wrong signature, and 500 if the handling fails', async () => {
    const seen: WebhookEvent[] = [];
    const server = webhookReceiver([one, two], async (received) => {
      if (received.id === 'broken') throw new Error('The disk is full.');
      seen.push(received);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const post = async (id: string, secret: string) => {
      const sent = JSON.stringify({ ...event, id });
      const headers = signedHeaders({ id, at: Date.now(), body: sent }, [secret]);
      return (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body: sent })).status;
    };
    try {
      expect(await post('e-1', two)).toBe(204);
      expect(await post('e-2', three)).toBe(400);
      expect(await post('broken', one)).toBe(500);
      expect(seen).toEqual([event]);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
