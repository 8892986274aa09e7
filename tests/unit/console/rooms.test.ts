import { describe, expect, test } from '@jest/globals';

import { languageGaps } from '#console/catalogue/language-gaps.ts';
import { changeBody, newBody, newDraft } from '#console/catalogue/record-draft.ts';
import { bodyOf, changedFields } from '#console/data/draft.ts';
import { typedNumber } from '#console/format/typed-number.ts';
import { changedView, listQuery } from '#console/data/list-view.ts';
import { recordAddress } from '#console/operations/record-address.ts';
import { worstFirst } from '#console/operations/report-lines.ts';
import { newWebhook, typesIn, webhookBody, webhookDraft } from '#console/webhooks/webhook-draft.ts';

describe('missing translations', () => {
  const whole = {
    en: { name: 'Tea', description: 'Dried leaves' },
    ar: { name: 'شاي', description: 'أوراق مجففة' },
  };
  test('a catalogue record has no missing translation if each language has its own text', () => {
    expect(languageGaps(whole)).toEqual([]);
  });
  test('an empty text counts as a missing translation, and a text equal to the other language’s text counts as untranslated', () => {
    const gaps = languageGaps({ en: { ...whole.en, description: ' ' }, ar: { ...whole.ar, name: 'Tea' } });
    expect(gaps).toEqual([
      { language: 'en', kind: 'lacks', fields: ['description'] },
      { language: 'ar', kind: 'untranslated', fields: ['name'] },
    ]);
  });
  test('a product text that is only a number, or a brand name in both scripts, needs no translation', () => {
    const size = { name: '250', description: 'Nescafé نسكافيه' };
    expect(languageGaps({ en: size, ar: size })).toEqual([]);
  });
});

describe('console forms', () => {
  test('a form in the console sends only the changed fields, nested as in the API', () => {
    const base = { 'en.name': 'Tea', 'ar.name': 'شاي', price: '4.50', is_active: true };
    const changes = changedFields(base, { ...base, 'en.name': 'Sage', price: '5', is_active: false });
    expect(changeBody(changes)).toEqual({ en: { name: 'Sage' }, price: 5, is_active: false });
  });
  test('a form in the console sends empty fields as null', () => {
    expect(bodyOf({ phone: '', 'en.name': ' ', 'en.footer': 'Bye' })).toEqual({
      phone: null,
      en: { name: null, footer: 'Bye' },
    });
  });
  test('the form for a new product sends every field except the cost, and sends null for each empty field', () => {
    expect(newBody(newDraft({ isStocked: true }))).toEqual({
      price: null,
      is_active: true,
      sku: null,
      external_id: null,
      image_url: null,
      en: { name: null, description: null },
      ar: { name: null, description: null },
    });
  });
  test.each([
    ['4.50', 4.5],
    ['٤٫٢٥', 4.25],
    ['۱۲', 12],
    [' -3 ', -3],
    ['1e3', '1e3'],
    ['4,5', 4.5],
    ['1,000', '1,000'],
    ['−3', -3],
    ['+3', 3],
    ['dear', 'dear'],
  ])(
    'a number field of a console form reads the typed text %j as %j, and keeps text that is not a plain number',
    (text, read) => {
      expect(typedNumber(text)).toBe(read);
    },
  );
});

describe('list views', () => {
  const view = new URLSearchParams('search=tea&filters[is_active]=true&cursor=abc&utm=x');
  test('a list in the console returns to its first page when its filters or sort change', () => {
    expect(changedView(view, { sort: 'price', 'filters[is_active]': null }).toString()).toBe(
      'search=tea&utm=x&sort=price',
    );
    expect(changedView(view, { cursor: 'def' }).get('cursor')).toBe('def');
  });
  test('a list page of the console sends the API only the parameters that the API’s list supports', () => {
    expect(listQuery(view, ['is_active'])).toEqual({
      search: 'tea',
      'filters[is_active]': 'true',
      cursor: 'abc',
    });
  });
});

describe('the form of a webhook endpoint', () => {
  test('the webhook endpoint form shows event types as one text and sends a list of event types', () => {
    const fields = { url: 'https://a.example/', payload: 'thin', description: null } as const;
    const draft = webhookDraft({ ...fields, types: ['orders.*', 'catalog.product.*'] });
    expect(typesIn(draft)).toEqual(['orders.*', 'catalog.product.*']);
    expect(webhookBody({ types: 'orders.*', description: '' })).toEqual({
      types: ['orders.*'],
      description: null,
    });
  });
  test('the webhook endpoint form omits event types that were not changed, and sends an empty list for a new endpoint', () => {
    expect(webhookBody({ description: 'x' })).toEqual({ description: 'x' });
    expect(webhookBody(newWebhook)).toMatchObject({ url: null, types: [] });
  });
});

test.each([
  ['/api/admin/orders/7', '/orders/7'],
  ['/api/client/orders/7', '/orders/7'],
  ['/api/admin/products/3', '/catalogue/products/3'],
  ['/api/admin/webhooks/2', '/settings/webhooks/2'],
  ['/api/admin/profile/order-items/3', undefined],
  [null, undefined],
])(
  'the record at the API location %s has its console page at %s, where undefined means no page',
  (location, page) => {
    expect(recordAddress(location)).toBe(page);
  },
);

test('a bulk report lists rejected, missing and unprocessed records before changed records', () => {
  const line = (id: number, outcome: string | null) => ({
    id,
    outcome,
    code: null,
    message: null,
    before: null,
    after: null,
  });
  const lines = [
    line(1, 'changed'),
    line(2, 'not_found'),
    line(3, null),
    line(4, 'refused'),
    line(5, 'changed'),
  ];
  expect(worstFirst(lines).map(({ id }) => id)).toEqual([4, 2, 3, 1, 5]);
});
