import { describe, expect, test } from '@jest/globals';
import { arabicDetail } from '#services/gateway/problems/details.ar.ts';
import { problemMessage } from '#services/gateway/problems/messages.ts';
import { methodNotAllowed, routeNotFound } from '#services/gateway/problems/problem-response.ts';
import { redriveObjections } from '#shared/engine/commands/parked/redrive-check.ts';
import { englishDetails, type DetailCode } from '#shared/contracts/details.ts';
import { detail, Problem, type Detail, type Sentence } from '#shared/contracts/errors.ts';

const arabic = /[\u0600-\u06ff]{3}/;
const codes = Object.keys(englishDetails) as DetailCode[];
const inArabic = (made: Detail) => problemMessage({ code: 'conflict', ...made }, 'ar');

/** Values of the parameters that are not plain texts. Each contains the parameter's name in angle brackets, such as `<why>`. */
const nested = new Map<string | symbol, unknown>([
  ['why', [{ detail: '<why>' }]],
  ['product', { en: { name: '<product>' }, ar: { name: '<product>' } }],
]);
const named = new Proxy({}, { get: (_, name) => nested.get(name) ?? `<${String(name)}>` });
const ofNames = (code: DetailCode) => (detail as (code: DetailCode, params: object) => Detail)(code, named);
const namesIn = (text: string | undefined) => text?.match(/<[a-z]+>/g)?.toSorted() ?? [];

describe('the details of problems', () => {
  test.each(codes)(
    'the Arabic sentence for the error detail %s contains the same parameters as the English sentence',
    (code) => {
      const made = ofNames(code);
      expect(arabicDetail(made)).toMatch(arabic);
      expect(namesIn(arabicDetail(made))).toEqual(namesIn(made.detail));
    },
  );

  test('an error that one service sends to another contains an English sentence, which release 0.6.0 reads, and this sentence’s code and parameters', () => {
    const { details, message } = new Problem('conflict', detail('operation_final', { status: 'failed' }));
    expect(message).toBe('The operation is failed and can no longer be cancelled.');
    expect(details).toEqual({
      code: 'conflict',
      detail: message,
      coded: { code: 'operation_final', params: { status: 'failed' } },
    });
  });

  test('Arabic error details name the unsupported encoding, the position of a JSON error, the unknown route or the allowed methods', () => {
    expect(inArabic(detail('encoding_not_supported', { encoding: 'zstd' }))).toMatch(/zstd.*gzip/);
    expect(inArabic(detail('not_json', { reason: 'Unexpected end at position 7' }))).toContain('position 7');
    expect(problemMessage(routeNotFound('/api/nothing').details, 'ar')).toContain('api/nothing');
    expect(problemMessage(methodNotAllowed('PUT', '/api/x', ['GET']).details, 'ar')).toMatch(
      /PUT.*GET, HEAD/,
    );
    expect(routeNotFound('/').message).toBe('The route / could not be found.');
  });

  test('the error about an order line with returned units names the product, or the line’s id if no product is known', () => {
    const product = { en: { name: 'Brass pot' }, ar: { name: 'دلة نحاسية' } };
    const params = { item: 31, units: 2 };
    expect(detail('units_came_back', { ...params, product }).detail).toMatch(
      /^Brass pot has units in returns/,
    );
    expect(inArabic(detail('units_came_back', { ...params, product }))).toContain('دلة نحاسية');
    expect(detail('units_came_back', params).detail).toMatch(/^Item 31 has units in returns/);
    expect(inArabic(detail('units_came_back', params))).toContain('البند 31');
  });

  test('the reasons why staff cannot rerun a parked (failed) operation have Arabic translations', () => {
    const why = redriveObjections(
      { at: '2026-11-01T00:00:00.000Z' },
      { name: 'orders/12', met: 3, record: null, rows: [], deletion: null },
      '2026-11-23T00:00:00.000Z',
    );
    const shown = inArabic(detail('stays_parked', { why }));
    expect(why).toHaveLength(2);
    expect(shown).toContain('orders/12');
    expect(shown).not.toMatch(/accepted|gone/);
  });

  test('if a worker of release 0.6.0 sends English reasons why a parked (failed) operation cannot be rerun, these reasons are shown unchanged', () => {
    const why = [{ detail: 'orders/12 is gone since.' }];
    expect(detail('stays_parked', { why }).detail).toContain('parked. orders/12 is gone since. Redrive');
    expect(inArabic(detail('stays_parked', { why }))).toContain(' orders/12 is gone since. ');
  });

  test('an error detail without a code, or with a code of a later release, gets the general Arabic message of its problem', () => {
    const sentence = 'The rehearsal was applied before.' as Sentence;
    const later = { code: 'of_a_later_release' as DetailCode };
    const fixed = problemMessage({ code: 'conflict' }, 'ar');
    expect(fixed).toMatch(arabic);
    expect(inArabic({ detail: sentence })).toBe(fixed);
    expect(inArabic({ detail: sentence, coded: later })).toBe(fixed);
    expect(problemMessage({ code: 'conflict', detail: sentence, coded: later }, 'en')).toBe(sentence);
  });
});
