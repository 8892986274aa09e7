import { expect, test } from '@jest/globals';
import { isLongFailing } from '#services/webhooks/endpoints/long-failing.ts';
import { webhookHandlers } from '#services/webhooks/endpoints/webhook.ts';
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

test('a webhook endpoint counts as long-failing after exactly three days without a successful delivery', () => {
  expect([isLong(0, -500, 72), isLong(0, -500, 71.999)]).toEqual([true, false]);
});

test('a webhook endpoint without failures never counts as long-failing', () => {
  expect(isLong(null, -500, 1000)).toBe(false);
});

test('failures from before a webhook endpoint was reactivated do not make the endpoint long-failing', () => {
  expect([isLong(0, 71, 72), isLong(0, 71, 142.999), isLong(0, 71, 143)]).toEqual([false, false, true]);
});

test.each([
  ['a new URL of the endpoint restarts the count of failing hours', { url: 'https://repaired.example/' }, 71],
  [
    'a new description of the endpoint keeps the count of failing hours',
    { description: 'the one that is down' },
    0,
  ],
  ['pausing the endpoint keeps the count of failing hours', { status: 'paused' }, 0],
])('after 71 hours in which every webhook to an endpoint failed, %s', (_what, body, from) => {
  const webhook = webhookRecord(1, at(0));
  const { check, decide } = webhookHandlers({
    receiverFault: () => null,
    newSecret: () => ({ secret: '', sealed: '' }),
  })['webhooks.update'];
  const caller = { area: 'admin', subject: 'boss', userId: null };
  const command = { params: { webhook: 1 }, body, caller, ifMatch: null };
  const found = check?.({ webhooks: new Map([[1, webhook]]) } as never, command as never);
  const { changes } = decide(found as never, command as never, { now: at(71) } as never);
  expect(changes).toMatchObject([{ put: { activated_at: at(from) } }]);
});
