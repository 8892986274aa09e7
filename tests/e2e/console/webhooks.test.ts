import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';

import { verifyWebhook } from '#clients/typescript/src/main.ts';
import { deliveryTexts, webhookTexts } from '#console/webhooks/texts.ts';
import { eventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { newSubscription } from '../support/records.ts';
import { useEndpoints, webhooksPath as path, type Endpoint } from '../webhooks/endpoints.ts';
import type { Receiver } from '../webhooks/receiver.ts';
import {
  everyLook,
  inChromium,
  inOneLanguage,
  opened,
  openPage,
  testOfPictures,
  type ConsoleOptions,
} from './console-page.ts';
import { keyboardOf } from './keyboard.ts';
import { button, expectProblem, expectRows, field, refuse, said, text } from './page-steps.ts';

/** The Retry-After header prevents retries while a test looks at the delivery. */
const answers500: Parameters<Receiver['answer']>[0] = (response) =>
  response.writeHead(500, { 'retry-after': '3600' }).end('The warehouse is closed');

const { receiver, endpoint: endpointOf, read, deliveriesOf } = useEndpoints(() => admin);

inChromium('webhooks', () => {
  let to: Receiver;

  beforeEach(async () => {
    to = await receiver();
  });

  const open = async (page: string, options: ConsoleOptions = {}) =>
    (await openPage({ path: `/settings/webhooks${page}`, ...options })).page;
  const newEndpoint = (body: object = {}) =>
    endpointOf(to, { types: ['catalog.product.*'], description: 'The warehouse', ...body });
  /** Sends a ping that the receiver rejects and a ping that it accepts. */
  const triedBoth = async ({ id }: Endpoint) => {
    const deliveries = () => deliveriesOf(id, '?sort=id');
    to.answer(answers500);
    await admin.post(`${path}/${id}/ping`);
    await eventually('a refusal', async () => (await deliveries())[0]?.attempts.length);
    to.answer((response) => response.writeHead(200).end('Thanks'));
    await admin.post(`${path}/${id}/ping`);
    await eventually('an answer', async () => (await deliveries())[1]?.status === 'delivered');
    const [refused, taken] = await deliveries();
    if (!refused || !taken) throw new Error('There are no two deliveries.');
    return { refused, taken };
  };
  /** Creates a subscription. Its single event reaches the receiver. */
  const newEvent = async () => {
    const before = to.received.length;
    const { id } = await newSubscription();
    await eventually('its event', () => to.received.length === before + 1);
    return `subscriptions/${id}`;
  };

  describe.each(everyLook)('with language $language and colour scheme $scheme', (look) => {
    test('the webhook pages are accessible and fit wide and narrow screens', async () => {
      const endpoint = await newEndpoint();
      const { refused } = await triedBoth(endpoint);
      const page = await open('', look);
      await page.getByRole('link', { name: to.url }).waitFor();
      await page.getByText('answered 500').first().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.go(`/settings/webhooks/${endpoint.id}`);
      await page.getByRole('link', { name: 'webhook.ping' }).first().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.go(`/settings/webhooks/${endpoint.id}/deliveries/${refused.id}`);
      await page.getByText('The warehouse is closed').first().waitFor();
      await opened.expectAccessibleAtBothWidths();
      await opened.go('/settings/webhooks/new');
      await typesIn(page).focus();
      await page.getByRole('option').first().waitFor();
      await opened.expectAccessibleAtBothWidths();
    });
  });

  testOfPictures.each(['en', 'ar'] as const)(
    'pictures of the webhook pages for the docs are taken in %s',
    async (language) => {
      const endpoint = await newEndpoint();
      const { refused } = await triedBoth(endpoint);
      const page = await open('', { language });
      await page.getByText('answered 500').first().waitFor();
      await opened.picture('webhooks');
      await opened.go(`/settings/webhooks/${endpoint.id}`);
      await page.getByRole('link', { name: 'webhook.ping' }).nth(1).waitFor();
      await opened.picture('webhook');
      await opened.go(`/settings/webhooks/${endpoint.id}/deliveries/${refused.id}`);
      await page.getByText('The warehouse is closed').first().waitFor();
      await opened.picture('webhook-delivery');
      expect(await page.getByRole('table').getByRole('row').count()).toBeGreaterThan(1);
    },
  );

  test('the form for a new webhook endpoint shows errors beside their fields, and after success the secret, which is not shown again', async () => {
    const page = await open('');
    await page.getByRole('link', { name: 'New endpoint' }).click();
    await field(page, 'URL').fill('http://127.0.0.1/hook');
    await button(page, 'Create').click();
    await expectProblem(typesIn(page), /^Choose at least one\. /);
    await text(page, '2 fields need a correction:').waitFor();
    expect(await page.getByText(/more error|types field/).count()).toBe(0);
    await typesIn(page).fill('webhook.*');
    await typesIn(page).press('Enter');
    await typesIn(page).fill('no type!');
    await typesIn(page).press('Enter');
    await button(page, 'Create').click();
    await expectProblem(typesIn(page), /type/);
    await typesIn(page).press('Backspace');
    await button(page, 'Create').click();
    await expectProblem(field(page, 'URL'), /https/);
    await field(page, 'URL').fill(to.url);
    await button(page, 'Create').click();
    const dialog = page.getByRole('dialog');
    const secret = await field(dialog, 'Secret').inputValue();
    expect(secret).toMatch(/^whsec_/);
    await opened.expectAccessible();
    await opened.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(dialog, 'Copy').click();
    await text(dialog, 'Copied').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
    await button(dialog, 'Done').click();
    await page.getByRole('heading', { level: 1, name: new URL(to.url).host }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await button(page, 'Send a ping').click();
    const ping = await eventually('the ping', () => to.received[0]);
    await text(page, 'Delivered').waitFor();
    const known = await verifyWebhook({ secret, body: ping.text, headers: ping.headers });
    expect(known.type).toBe('webhook.ping');
  });

  test('staff can disable and enable a webhook endpoint, and the endpoint’s page shows why the store disabled the endpoint', async () => {
    const endpoint = await newEndpoint();
    const page = await open(`/${endpoint.id}`);
    await button(page, 'Disable').click();
    await button(page, 'Enable').waitFor();
    expect((await read(endpoint.id)).status).toBe('disabled');
    expect(await button(page, 'Send a ping').count()).toBe(0);
    await button(page, 'Enable').click();
    await button(page, 'Disable').waitFor();
    expect((await read(endpoint.id)).status).toBe('active');
    to.answer((response) => response.writeHead(410).end());
    await admin.post(`${path}/${endpoint.id}/ping`);
    await text(page, 'Disabled by the store').waitFor();
    await page.getByText('answered 410').first().waitFor();
  });

  test('staff must confirm that they make a new webhook secret, and deliveries are then signed with both the new and the former secret', async () => {
    const endpoint = await newEndpoint({ types: ['webhook.*'] });
    const page = await open(`/${endpoint.id}`);
    await button(page, 'New secret').click();
    const dialog = page.getByRole('dialog');
    await button(dialog, 'Go back').click();
    await dialog.waitFor({ state: 'detached' });
    await button(page, 'New secret').click();
    await button(dialog, 'Make a new secret').click();
    const secret = await field(dialog, 'Secret').inputValue();
    await button(dialog, 'Done').click();
    await dialog.waitFor({ state: 'detached' });
    expect(secret).not.toBe(endpoint.secret);
    await button(page, 'Send a ping').click();
    const ping = await eventually('a ping', () => to.received[0]);
    for (const one of [secret, endpoint.secret ?? ''])
      expect(await verifyWebhook({ secret: one, body: ping.text, headers: ping.headers })).toEqual(
        ping.event,
      );
  });

  test('if the deliveries of a webhook endpoint cannot be read, the endpoint’s row in the list shows “Could not be loaded”', async () => {
    const { url } = await newEndpoint();
    const page = await open('', { prepare: (context) => context.route(/\/deliveries\?/, refuse) });
    await page.getByRole('row').filter({ hasText: url }).getByText('Could not be loaded').waitFor();
  });

  test('the title of a delivery has the delivery’s number without separators', async () => {
    const endpoint = await newEndpoint();
    const { refused } = await triedBoth(endpoint);
    const page = await open(`/${endpoint.id}/deliveries/12345`, {
      prepare: (context) =>
        context.route('**/api/**/deliveries/12345', (route) =>
          route.fulfill({ json: { data: { ...refused, id: 12_345 } } }),
        ),
    });
    await page.getByRole('heading', { level: 1, name: said('Delivery 12345') }).waitFor();
  });

  test('staff can filter webhook deliveries by status, see their attempts and send them again', async () => {
    const endpoint = await newEndpoint();
    const { refused } = await triedBoth(endpoint);
    const page = await open(`/${endpoint.id}`);
    await expectRows(page, ['webhook.ping', 'webhook.ping']);
    await button(page, 'Waiting').click();
    await expectRows(page, ['webhook.ping']);
    await page.getByRole('table').getByText('answered 500').waitFor();
    await page.getByRole('link', { name: 'webhook.ping' }).click();
    const attempt = page.getByRole('table').getByRole('row').nth(1);
    await attempt.getByText('The warehouse is closed').waitFor();
    expect(await attempt.innerText()).toContain('500');
    const had = to.received.length;
    await button(page, 'Send it again').click();
    await text(page, 'Delivered').waitFor();
    expect(to.received.length).toBeGreaterThan(had);
    expect(to.received.at(-1)?.event.id).toBe(refused.event_id);
    expect((await deliveriesOf(endpoint.id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  test('staff can send past events to a webhook endpoint again, starting at a chosen time or at the oldest stored event', async () => {
    // The store has only a few events of these types, and all these events are sent again.
    const endpoint = await newEndpoint({ types: ['catalog.subscription.*'] });
    const subject = await newEvent();
    const page = await open(`/${endpoint.id}`);
    const timesOf = () => to.received.filter(({ event }) => event.subject === subject).length;
    const dialog = page.getByRole('dialog');
    const begin = async (place?: string) => {
      await button(page, 'Replay events…').click();
      if (place !== undefined) await field(dialog, 'Since').selectOption({ label: place });
    };
    await begin();
    await button(dialog, 'Send again').click();
    await expectProblem(field(dialog, 'A date and time'), /required/);
    await field(dialog, 'A date and time').fill('2026-01-01T00:00');
    await opened.expectAccessible();
    await button(dialog, 'Send again').click();
    await dialog.waitFor({ state: 'detached' });
    await text(page, 'The events are being sent again').waitFor();
    await eventually('it again', () => timesOf() === 2);
    await begin('A position in the events');
    await field(dialog, 'A position in the events').fill('nowhere');
    await button(dialog, 'Send again').click();
    await expectProblem(field(dialog, 'A position in the events'), /./);
    await field(dialog, 'Since').selectOption({ label: 'The oldest that is kept' });
    await button(dialog, 'Send again').click();
    await dialog.waitFor({ state: 'detached' });
    await eventually('it once more', () => timesOf() === 3);
  });

  test.each(inOneLanguage('en'))('all webhook pages work by keyboard, in language %s', async (language) => {
    const page = await open('', { language });
    const staff = await keyboardOf(opened, language);
    const { words } = staff;
    await staff.follow(words(webhookTexts.newEndpoint));
    await staff.expectTitle(words(webhookTexts.newEndpoint));
    await staff.fill(words(webhookTexts.url), to.url);
    await staff.press('Tab');
    await staff.type('webhook.*');
    await staff.press('Enter');
    await staff.pressButton(words(webhookTexts.create));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await staff.pressButton(words(webhookTexts.secretKept), dialog);
    await staff.expectTitle(new URL(to.url).host);
    await staff.pressButton(words(webhookTexts.ping));
    await text(page, words(deliveryTexts.delivered)).waitFor();
    await staff.pressButton(words(deliveryTexts.redeliver));
    await eventually('it again', () => to.received.length === 2);
    await staff.follow(words(deliveryTexts.backToEndpoint));
    await staff.pressButton(words(webhookTexts.disable));
    await button(page, words(webhookTexts.enable)).waitFor();
    await staff.pressButton(words(webhookTexts.delete));
    await dialog.waitFor();
    await staff.pressButton(words(webhookTexts.delete), dialog);
    await staff.expectTitle(words(webhookTexts.webhooks));
  });
});

/** The input next to the selected types. */
function typesIn(page: Page) {
  return page.getByRole('combobox', { name: /^(Events|الأحداث)/ });
}
