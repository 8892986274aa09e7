import { describe, expect, test } from '@jest/globals';

import { admin, clientOf, anonymous } from '../support/callers.ts';
import { checkOut, newShopper, newSubscription, uniqueWord } from '../support/records.ts';
import type { Subscription } from '../../support/resources.ts';

const path = '/api/admin/subscriptions';
const arabic = { 'accept-language': 'ar' };
const words = /[\u0600-\u06FF]{2}/;

describe('error messages', () => {
  test('error messages are in English by default, with Laravel’s texts', async () => {
    const { problem } = await admin.post(path, { price: -1, en: { name: 'x' } });
    expect(problem).toMatchObject({
      message: 'The price field must be at least 0. (and 4 more errors)',
      errors: {
        price: ['The price field must be at least 0.'],
        'en.name': ['The en.name field must be at least 2 characters.'],
        'en.description': ['The en.description field is required.'],
        'ar.name': ['The ar.name field is required.'],
        'ar.description': ['The ar.description field is required.'],
      },
    });
  });

  test('error messages are in Arabic when the request asks for Arabic', async () => {
    const refused = await admin.post(path, { price: -1, en: { name: 'x' } }, arabic);
    expect(refused.header('content-language')).toBe('ar');
    const { message, errors, code } = refused.problem;
    expect(code).toBe('validation_failed');
    expect(Object.keys(errors ?? {})).toEqual([
      'price',
      'en.name',
      'en.description',
      'ar.name',
      'ar.description',
    ]);
    for (const sentence of [message, ...Object.values(errors ?? {}).flat()]) expect(sentence).toMatch(words);
    expect(errors?.['price']).toEqual(['يجب أن تكون قيمة حقل السعر مساوية أو أكبر من 0.']);
    expect(message).toBe('يجب أن تكون قيمة حقل السعر مساوية أو أكبر من 0. (و 4 أخطاء إضافية)');
  });

  test('errors about tokens, paths, bodies and carts have Arabic messages', async () => {
    const shopper = await newShopper();
    const replies = [
      await anonymous.get(path, arabic),
      await clientOf(1).get(path, arabic),
      await admin.get(`${path}/999999999`, arabic),
      await admin.send('PUT', path, { json: {}, headers: arabic }),
      await admin.send('POST', path, {
        body: '{',
        headers: { 'content-type': 'application/json', ...arabic },
      }),
      await checkOut(shopper, arabic),
    ];
    const [codes, messages] = [
      replies.map(({ problem }) => problem.code),
      replies.map(({ problem }) => problem.message),
    ];
    expect(codes).toEqual([
      'unauthenticated',
      'forbidden',
      'not_found',
      'method_not_allowed',
      'malformed_body',
      'empty_cart',
    ]);
    for (const message of messages) expect(message).toMatch(words);
  });
});

describe('the language of a response', () => {
  test.each([
    ['ar', 'ar'],
    ['ar-JO', 'ar'],
    ['AR', 'ar'],
    ['ar;q=0.8, en;q=0.9', 'en'],
    ['fr, ar;q=0.5, en;q=0.3', 'ar'],
    ['fr', 'en'],
    ['*', 'en'],
    ['ar;q=0', 'en'],
    ['nonsense;;;', 'en'],
  ])('Accept-Language %s selects the language %s', async (wish, language) => {
    const { id, en, ar } = await newSubscription();
    const read = await admin.get<Subscription>(`${path}/${id}`, { 'accept-language': wish });
    expect(read.data).toMatchObject({
      name: { en, ar }[language]?.name,
      description: { en, ar }[language]?.description,
    });
    expect(read.header('content-language')).toBe(language);
    expect(read.header('etag')).toBe(`"1-${language}"`);
  });

  test('a list requested in Arabic contains each record in Arabic', async () => {
    const word = uniqueWord('List');
    const made = await newSubscription({ en: { name: word, description: 'English' } });
    const { data } = await admin.get<Subscription[]>(`${path}?filters[name]=${word}`, arabic);
    expect(data).toEqual([{ ...made, ...made.ar }]);
  });

  test('the response to a write is in the language of the request', async () => {
    const { id, ar } = await newSubscription();
    const { data } = await admin.put<Subscription>(`${path}/${id}`, { price: 3 }, arabic);
    expect(data).toMatchObject(ar);
  });
});
