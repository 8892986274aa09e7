import { describe, expect, test } from '@jest/globals';
import { Webhook as Verifier } from 'standardwebhooks';
import { rotated, signing } from '#services/webhooks/endpoints/secrets.ts';
import { secretFrom, signedHeaders } from '#services/webhooks/sending/signature.ts';

const body = '{"id":"a","data":{"name":"قهوة"}}';
const [one, two, three] = [1, 2, 3].map((fill) => secretFrom(new Uint8Array(32).fill(fill))) as [
  string,
  string,
  string,
];
const now = '2026-01-31T09:30:00.000Z';

describe('a webhook signature', () => {
  test('a webhook that is signed with two secrets can be verified with either secret by the library standardwebhooks', () => {
    const at = Date.now();
    const headers = signedHeaders({ id: 'a', at, body }, [one, two]);
    expect(headers['webhook-signature'].split(' ')[0]).toBe(new Verifier(one).sign('a', new Date(at), body));
    for (const secret of [one, two])
      expect(new Verifier(secret).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Verifier(three).verify(body, headers)).toThrow();
    expect(() => new Verifier(one).verify(`${body} `, headers)).toThrow();
  });

  test('after a secret is rotated, webhooks are signed with the new and the former secret for a day, and never with a third secret', () => {
    const first = rotated([], one, now);
    const third = rotated(rotated(first, two, now), three, now);
    expect(third).toEqual([
      { sealed: three, until: null },
      { sealed: two, until: '2026-02-01T09:30:00.000Z' },
    ]);
    expect(signing(third, '2026-02-01T09:29:59.999Z')).toHaveLength(2);
    expect(signing(third, '2026-02-01T09:30:00.000Z')).toEqual([{ sealed: three, until: null }]);
  });
});
