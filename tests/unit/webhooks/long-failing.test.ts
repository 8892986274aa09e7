import { expect, test } from '@jest/globals';
import { isLongFailing } from '#services/webhooks/rules/long-failing.ts';
import { webhookHandlers } from '#services/webhooks/rules/webhook.ts';
import { webhookRecord } from '../../support/webhook-record.ts';

const hour = 3600 * 1000;
const start = Date.parse('2026-01-31T09:30:00.000Z');
const at = (hours: number) => new Date(start + hours * hour).toISOString();
const isLong = (failingSince: number | null, activatedAt: number, hours: number) =>
  isLongFailing(
    { activated_at: at(activatedAt) },
    { failing_since: failingSince === null ? null : at(failingSince) },
    start + hours * hour,
  );

test('three days without a delivery are long, a moment less is not', () => {
  expect([isLong(0, -500, 72), isLong(0, -500, 71.999)]).toEqual([true, false]);
});

test('an endpoint that delivers, or has nothing to deliver, never fails for long', () => {
  expect(isLong(null, -500, 1000)).toBe(false);
});

test('what failed before it was made active again counts no more', () => {
  expect([isLong(0, 71, 72), isLong(0, 71, 142.999), isLong(0, 71, 143)]).toEqual([false, false, true]);
});

test.each([
  ['another URL', { url: 'https://mended.example/' }, 71],
  ['a description', { description: 'the one that is down' }, 0],
  ['a pause', { status: 'paused' }, 0],
])('given %s after 71 hours, what fails counts from the right hour on', (_what, body, from) => {
  const webhook = webhookRecord(1, at(0));
  const { decide } = webhookHandlers({
    receiverFault: () => null,
    newSecret: () => ({ secret: '', sealed: '' }),
  })['webhooks.update'];
  const caller = { area: 'admin', subject: 'boss', userId: null };
  const command = { params: { webhook: 1 }, body, caller, ifMatch: null };
  const { changes } = decide(
    { webhooks: new Map([[1, webhook]]) } as never,
    command as never,
    { now: at(71) } as never,
  );
  expect(changes).toMatchObject([{ put: { activated_at: at(from) } }]);
});
