import { describe, expect, test } from '@jest/globals';

import { StoreError } from '#clients/typescript/src/main.ts';
import { fieldProblem } from '#console/data/problem.ts';
import { problemBody } from '#services/gateway/problems/problem-response.ts';
import type { FieldError } from '#shared/contracts/errors.ts';

/** The message at `field` that the console shows for these errors. */
function shownAt(field: string, fields: FieldError[], language: 'en' | 'ar' = 'en'): string | undefined {
  const body = problemBody(
    { code: 'validation_failed', fields },
    { language, instance: '/api', requestId: 'r-1' },
  );
  const problem = JSON.parse(JSON.stringify(body)) as StoreError['problem'];
  const refusal = new StoreError('validation_failed', 'refused', { status: 422, problem });
  const shown = fieldProblem(refusal, field, language);
  return shown?.replaceAll(/[\u2066-\u2069]/g, '');
}

describe('error messages for a console field', () => {
  test.each([
    ['en', 'Choose at least one.'],
    ['ar', 'اختر واحدًا على الأقل.'],
  ] as const)(
    'a form field for a list with too few entries shows the console’s own message in the language %s',
    (language, words) => {
      const error: FieldError = { field: 'types', rule: 'min_items', params: { min: 1 } };
      expect(shownAt('types', [error, { field: 'url', rule: 'required' }], language)).toBe(words);
    },
  );

  test.each([
    [1, 'اكتب حرفًا على الأقل.'],
    [2, 'اكتب حرفين على الأقل.'],
    [3, 'اكتب 3 أحرف على الأقل.'],
    [11, 'اكتب 11 حرفًا على الأقل.'],
    [100, 'اكتب 100 حرف على الأقل.'],
  ])('the Arabic message for a text that needs at least %d characters has the right plural', (min, words) => {
    expect(shownAt('en.name', [{ field: 'en.name', rule: 'min_characters', params: { min } }], 'ar')).toBe(
      words,
    );
  });

  test('the error message for a field states the broken limit, and appears once if two broken rules have the same message', () => {
    expect(shownAt('price', [{ field: 'price', rule: 'max', params: { max: 9_999 } }])).toBe(
      'Type 9,999 or less.',
    );
    const errors: FieldError[] = [
      { field: 'name', rule: 'required' },
      { field: 'name', rule: 'required_when_empty', params: { other: 'email' } },
    ];
    expect(shownAt('name', errors)).toBe('This is required.');
  });

  test('the message for removing too many units from stock states in both languages how many units can be removed', () => {
    const error: FieldError = { field: 'by', rule: 'nothing_left', params: { available: 1_200 } };
    expect(shownAt('by', [error])).toBe('You can remove at most 1,200.');
    expect(shownAt('by', [error], 'ar')).toBe('يمكن إنقاص 1,200 على الأكثر.');
  });

  test('the console has its own messages for a webhook’s unreachable host and unknown event type', () => {
    const host: FieldError = { field: 'url', rule: 'receiver_host', params: { host: '10.0.0.1' } };
    const type: FieldError = { field: 'types.0', rule: 'no_such_event', params: { nearest: 'orders.*' } };
    expect(shownAt('url', [host])).toMatch(/^10\.0\.0\.1 cannot be reached/);
    expect(shownAt('types.0', [type])).toBe('No event has this type. Did you mean orders.*?');
  });

  test('if the console has no message of its own for a validation rule, it shows the API’s message', () => {
    const error: FieldError = { field: 'status', rule: 'in', params: { allowed: 'active, paused' } };
    expect(shownAt('status', [error])).toBe('The selected status is invalid. Allowed: active, paused.');
    expect(shownAt('url', [error])).toBeUndefined();
  });
});
