import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from '@jest/globals';

import { commandTypes } from '#console/data/generated/types.ts';
import { operationType, resourceTexts } from '#console/parts/operation-texts.ts';
import type { Text, Words } from '#console/texts/define-texts.ts';
import { fillText, textAt } from '#console/texts/fill-text.ts';
import { words } from '#console/texts/words.ts';

const root = join(import.meta.dirname, '../../..');

const files: string[] = [];
for await (const file of glob('console/**/*{texts,words}.ts', { cwd: root })) {
  if (!/(define-texts|order-words|operation-words|use-typed-words)\.ts$/.test(file)) files.push(file);
}

const formsOf = (words: Words): string[] => (typeof words === 'string' ? [words] : Object.values(words));
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort();

describe('the texts of the console', () => {
  test('the list of files with console texts, which these tests check, contains two known files', () => {
    expect(files).toEqual(expect.arrayContaining(['console/parts/texts.ts', 'console/frame/texts.ts']));
  });

  describe.each(files)('%s', (file) => {
    test(`every text in ${file} exists in both languages, with the same placeholders`, async () => {
      const exported = Object.values(
        (await import(join(root, file))) as Record<string, Record<string, Text>>,
      );
      const texts = exported.flatMap((each) => Object.entries(each));
      expect(texts.length).toBeGreaterThan(0);
      for (const [key, { en, ar }] of texts)
        expect({ key, faults: faultsOf(en, ar) }).toEqual({ key, faults: [] });
    });

    test(`no text in ${file} repeats or redefines a text that all pages share`, async () => {
      const exported = (await import(join(root, file))) as Record<string, Record<string, Text>>;
      const shared = Object.values<Text>(words);
      const redefined = Object.values(exported).flatMap((texts) => {
        const begins = texts['goBack'] === words.goBack;
        return Object.entries(texts).filter(([key, text]) => {
          const isWord = (begins && key in words) || shared.some((word) => isDeepStrictEqual(word, text));
          return isWord && !shared.includes(text);
        });
      });
      expect(redefined).toEqual([]);
    });
  });
});

test.each(['en', 'ar'] as const)(
  'no two actions in the filter of the list of operations have the same name in the language %s',
  (language) => {
    const offered = commandTypes.filter((type) => (type.split('.')[0] ?? '') in resourceTexts);
    const named = Map.groupBy(offered, (type) => operationType(type, language));
    expect([...named.values()].filter((types) => types.length > 1)).toEqual([]);
  },
);

function faultsOf(en: Words, ar: Words): string[] {
  const faults: string[] = [];
  if (formsOf(en).some((text) => text.trim() === '' || /\p{Script=Arabic}/u.test(text)))
    faults.push('the English is empty or Arabic');
  // A text that consists only of placeholders has no words to translate.
  const saysNothing = (text: string) => !/\p{Letter}/u.test(text.replaceAll(/\{\w+\}/g, ''));
  const isArabic = (text: string) => /\p{Script=Arabic}/u.test(text);
  if (formsOf(ar).some((text) => !isArabic(text)) && !formsOf(en).every(saysNothing))
    faults.push('the Arabic is none');
  const wanted = namesIn(otherForm(en));
  // The plural forms for one and two contain the number as a word, so they may lack `count`.
  const misses = (text: string) => wanted.filter((name) => name !== 'count' && !namesIn(text).includes(name));
  if (namesIn(otherForm(ar)).join() !== wanted.join()) faults.push('the values differ');
  if ([...formsOf(en), ...formsOf(ar)].some((text) => misses(text).length > 0))
    faults.push('a form lacks a value');
  if (typeof ar !== 'string' && ['one', 'two', 'few', 'many'].some((form) => !(form in ar)))
    faults.push('the Arabic lacks a plural form');
  return faults;
}

function otherForm(words: Words): string {
  return typeof words === 'string' ? words : words.other;
}

describe('texts with placeholders', () => {
  const text: Text = {
    en: { one: '{count} order of {name}', other: '{count} orders of {name}' },
    ar: {
      one: 'طلب لـ{name}',
      two: 'طلبان لـ{name}',
      few: '{count} طلبات لـ{name}',
      many: '{count} طلبًا لـ{name}',
      other: '{count} طلب لـ{name}',
    },
  };
  const bare = (shown: string) => shown.replace(/[\u2066-\u2069]/g, '');

  test.each([
    ['en', 1, '1 order of سارة'],
    ['en', 1200, '1,200 orders of سارة'],
    ['ar', 2, 'طلبان لـسارة'],
    ['ar', 5, '5 طلبات لـسارة'],
    ['ar', 11, '11 طلبًا لـسارة'],
    ['ar', 100, '100 طلب لـسارة'],
  ] as const)(
    'the console’s plural text in the language %s for a count of %d is “%s”',
    (language, count, shown) => {
      expect(bare(fillText(text, language, { count, name: 'سارة' }))).toBe(shown);
    },
  );

  test('a text with a count may have its own form for zero in both languages', () => {
    const zero: Text = { en: { zero: 'None', other: '{count}' }, ar: { zero: 'لا شيء', other: '{count}' } };
    expect([fillText(zero, 'en', { count: 0 }), fillText(zero, 'ar', { count: 0 })]).toEqual([
      'None',
      'لا شيء',
    ]);
    expect(bare(fillText(text, 'en', { count: 0, name: 'x' }))).toBe('0 orders of x');
  });

  test('a state without a text, which only a newer store has, is shown with its own name', () => {
    const texts = { pending: { en: 'Pending', ar: 'قيد الانتظار' } };
    const shown = (key: string) => textAt(texts, key, 'ar');
    expect([shown('pending'), shown('quarantined')]).toEqual(['قيد الانتظار', 'quarantined']);
    const ofOthers = ['payment_disputed', 'return_lost_again', 'state_disputed', 'disabled_unpaid'];
    expect(ofOthers.map(shown)).toEqual(['disputed', 'lost_again', 'disputed', 'unpaid']);
  });

  test('a value inserted into a text is isolated from the writing direction of the text around it', () => {
    expect(fillText({ en: 'Call {phone}', ar: 'اتصل {phone}' }, 'ar', { phone: '+962 79' })).toBe(
      'اتصل \u2068+962 79\u2069',
    );
  });
});
