import { describe, expect, test } from '@jest/globals';

import { StoreError } from '#clients/typescript/src/main.ts';
import { fieldProblem } from '#console/data/problem.ts';
import { problemBody } from '#services/gateway/problems/problem-response.ts';
import type { FieldError } from '#shared/errors.ts';

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

describe('messages about a field of the console', () => {
  test.each([
    ['en', 'Choose at least one.'],
    ['ar', 'اختر واحدًا على الأقل.'],
  ] as const)('a list without items is rejected in the console’s words, in %s', (language, words) => {
    const error: FieldError = { field: 'types', rule: 'min_items', params: { min: 1 } };
    expect(shownAt('types', [error, { field: 'url', rule: 'required' }], language)).toBe(words);
  });

  test.each([
    [1, 'اكتب حرفًا على الأقل.'],
    [2, 'اكتب حرفين على الأقل.'],
    [3, 'اكتب 3 حروف على الأقل.'],
    [11, 'اكتب 11 حرفًا على الأقل.'],
    [100, 'اكتب 100 حرف على الأقل.'],
  ])('a text that needs %d letters is rejected with the right Arabic plural', (min, words) => {
    expect(shownAt('en.name', [{ field: 'en.name', rule: 'min_characters', params: { min } }], 'ar')).toBe(
      words,
    );
  });

  test('a field’s message names its limit, and repeats no sentence when two rules break', () => {
    expect(shownAt('price', [{ field: 'price', rule: 'max', params: { max: 9_999 } }])).toBe(
      'Type 9,999 or less.',
    );
    const errors: FieldError[] = [
      { field: 'name', rule: 'required' },
      { field: 'name', rule: 'required_when_empty', params: { other: 'email' } },
    ];
    expect(shownAt('name', errors)).toBe('This is required.');
  });

  test('a rule that the console does not know is shown in the API’s words', () => {
    const error: FieldError = { field: 'status', rule: 'in', params: { allowed: 'active, paused' } };
    expect(shownAt('status', [error])).toBe('The selected status is invalid. Allowed: active, paused.');
    expect(shownAt('url', [error])).toBeUndefined();
  });
});
