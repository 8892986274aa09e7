import { expect, test } from '@jest/globals';
import { isAllowed } from '#console/data/image-hosts.ts';
import { copyDraft, draftOf, newBody, newDraft } from '#console/catalogue/record-draft.ts';

const hosts = ['images.example.com', '*.cdn.example.com', 'local.example:8443'];

test.each([
  ['https://images.example.com/a.png', true],
  ['https://eu.cdn.example.com/a.png', true],
  ['https://local.example:8443/a.png', true],
  ['http://images.example.com/a.png', false],
  ['https://cdn.example.com/a.png', false],
  ['https://images.example.com.evil.example/a.png', false],
  ['https://local.example/a.png', false],
  ['a.png', false],
])('the check whether the console may load the picture %s returns %s', (url, isShown) => {
  expect(isAllowed(url, hosts)).toBe(isShown);
});

test('the console may load no picture if the list of allowed picture hosts (IMAGE_HOSTS) is empty', () => {
  expect(isAllowed('https://images.example.com/a.png', [''])).toBe(false);
});

const words = { name: 'Tea', description: 'Leaves' };
const product = {
  id: 7,
  price: 4.5,
  manufacturing_price: 2,
  is_active: false,
  sku: 'CT-7',
  external_id: null,
  image_url: 'https://images.example.com/a.png',
  ...words,
  en: words,
  ar: words,
  created_at: '2026-05-01T10:00:00.000Z',
  updated_at: '2026-05-01T10:00:00.000Z',
};
const plainMoney = (amount: number) => amount.toFixed(2);

test('the form that duplicates a product contains all values of the product except its SKU and its external id', () => {
  const copy = copyDraft(product, plainMoney);
  expect(copy).toEqual({ ...draftOf(product, plainMoney), sku: '', external_id: '' });
  expect(newBody(copy)).toEqual({
    price: 4.5,
    manufacturing_price: 2,
    is_active: false,
    sku: null,
    external_id: null,
    image_url: product.image_url,
    en: words,
    ar: words,
  });
});

test('the form for a new product has empty fields for SKU and external id, and the form for a new subscription has neither', () => {
  expect(newDraft({ isStocked: true })).toMatchObject({ sku: '', external_id: '', image_url: '' });
  expect(newDraft({ isStocked: false })).not.toHaveProperty('sku');
});
