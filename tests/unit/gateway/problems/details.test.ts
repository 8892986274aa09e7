import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { arabicDetail, arabicDetails } from '#services/gateway/problems/details.ar.ts';
import { redriveObjections } from '#shared/commands/parked/redrive-objections.ts';
import { problemMessage } from '#services/gateway/problems/messages.ts';
import { methodNotAllowed, routeNotFound } from '#services/gateway/problems/problem-response.ts';

const arabic = /[\u0600-\u06ff]{3}/;
const inArabic = (detail: string) => problemMessage({ code: 'malformed_body', detail }, 'ar');

describe('error details in Arabic', () => {
  test('every error detail has an Arabic translation with the same placeholders', () => {
    for (const [english, translated] of Object.entries(arabicDetails)) {
      const names = [...english.matchAll(/:([a-z]+)/g)].map(([, name = '']) => name);
      const sent = english.replaceAll(/:([a-z]+)/g, (_match, name: string) => `<${name}>`);
      expect([english, translated]).toEqual([english, expect.stringMatching(arabic)]);
      for (const name of names) expect(arabicDetail(sent)).toContain(`<${name}>`);
      expect(arabicDetail(sent)).not.toMatch(/:[a-z]+/);
    }
  });

  test('an Arabic error detail contains the encoding, position, route or allowed methods', () => {
    expect(inArabic('The content encoding zstd is not supported. Use gzip, deflate, br or none.')).toMatch(
      /zstd.*gzip/,
    );
    expect(inArabic('The body is not JSON: Unexpected end of JSON input at position 7')).toContain(
      'position 7',
    );
    expect(problemMessage(routeNotFound('/api/nothing').details, 'ar')).toContain('api/nothing');
    expect(problemMessage(methodNotAllowed('PUT', '/api/x', ['GET', 'HEAD']).details, 'ar')).toMatch(
      /PUT.*GET, HEAD/,
    );
    expect(routeNotFound('/').message).toBe('The route / could not be found.');
  });

  test('the reasons why an operation stays parked have Arabic translations', () => {
    const at = '2026-11-01T00:00:00.000Z';
    const objections = redriveObjections(
      { at },
      { name: 'orders/12', met: 3, record: null, rows: [], deletion: null },
      '2026-11-23T00:00:00.000Z',
    );
    const said = arabicDetail(
      `It stays parked. ${objections.join(' ')} Redrive it with force, or discard it.`,
    );
    expect(objections.length).toBe(2);
    expect(said).toContain('orders/12');
    expect(said).not.toMatch(/accepted|gone/);
  });

  test('an error detail without a translation is replaced by the Arabic message for its code', () => {
    expect(inArabic('Something that has no translation')).toMatch(arabic);
    expect(arabicDetail('Something that has no translation')).toBeNull();
  });
});

/** Every English error detail in the source, with `x` for variable parts. Audit details stay English and are left out. */
function detailsInSource(): string[] {
  const root = join(import.meta.dirname, '../../../..');
  const files = [
    'services/gateway',
    'services/orders/rules',
    'services/catalog/rules',
    'shared/decide',
  ].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !/docs\/|problems\/messages|audit|findings/.test(name))
      .map((name) => join(root, folder, name)),
  );
  const thrown = /(?:detail:|detail =|malformed\()\s*(['`])((?:(?!\1)[^\\])+)\1/g;
  return files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(thrown)].map(([, , text = '']) =>
      text.replaceAll(/\$\{[^}]*\}/g, 'x'),
    ),
  );
}

describe('every error detail in the source', () => {
  // Excluded because only operators see them (401, 403), or because they consist of translated parts.
  const others = [
    'The user of this token does not exist.',
    'x Nothing was accepted; try again shortly.',
    'What this request made was deletedx.',
  ];
  const details = detailsInSource().filter((detail) => !others.includes(detail));

  test('the search for error details finds more than 25 details in the source', () => {
    expect(details.length).toBeGreaterThan(25);
  });

  test.each(details)('the error detail "%s" has an Arabic translation', (detail) => {
    expect(arabicDetail(detail)).toMatch(arabic);
  });
});
