import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { initialLanguage, localeOf } from '#clients/example-shop/src/language.ts';
import { nameOfState, texts } from '#clients/example-shop/src/texts.ts';

const css = readFileSync(join(import.meta.dirname, '../../../../clients/example-shop/shop.css'), 'utf8');

/** The relative luminance of a colour `#rrggbb`, as defined by WCAG. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const colours = Object.fromEntries(
  [...css.matchAll(/--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);
const colour = (name: string, scheme: 'light' | 'dark') => colours[name]?.[scheme] ?? '';

describe.each(['light', 'dark'] as const)('colours in %s mode', (scheme) => {
  test.each(['ink', 'quiet', 'main', 'wrong'])(
    `the example shop’s text colour %s is readable on the page and on boxes in ${scheme} mode`,
    (name) => {
      for (const ground of ['ground', 'raised'])
        expect(contrast(colour(name, scheme), colour(ground, scheme))).toBeGreaterThanOrEqual(4.5);
    },
  );

  test(`the example shop’s button texts are readable and its field borders visible in ${scheme} mode`, () => {
    expect(contrast(colour('on-main', scheme), colour('main', scheme))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour('line', scheme), colour('ground', scheme))).toBeGreaterThanOrEqual(3);
  });
});

test('every text of the Arabic example shop is in Arabic script, except the link to the English shop', () => {
  const { states, returnStates, otherLanguage, ...others } = texts.ar;
  const all = [others, states, returnStates].flatMap((some) => Object.values(some));
  const written = all.map((text) => (typeof text === 'string' ? text : text('1', '2')));
  expect(otherLanguage).toBe('English');
  expect(written.filter((text) => !/\p{Script=Arabic}/u.test(text))).toEqual([]);
  expect(written.filter((text) => /[a-z]/i.test(text))).toEqual([]);
});

test('the example shop formats amounts, numbers, times and country names for each language', () => {
  const [en, ar] = [localeOf('en', 'JOD'), localeOf('ar', 'JOD')];
  expect(en.money(12.5)).toMatch(/^\u2068JOD\u2069\s12\.500$/);
  expect(ar.money(12.5)).toMatch(/12\.500\s\u2068د\.أ\.\u200f?\u2069/);
  expect(localeOf('ar', 'USD').money(12.5)).toContain('\u2068US$\u2069');
  expect([en.number(3), ar.number(3)]).toEqual(['3', '3']);
  expect(ar.time('2026-11-23T07:18:00')).toMatch(/2026.+ص/);
  expect(en.countries().find(({ code }) => code === 'JO')?.name).toBe('Jordan');
  expect(ar.countries().find(({ code }) => code === 'JO')?.name).toBe('الأردن');
});

test.each([
  ['ar', ['en'], 'ar'],
  [null, ['ar-JO', 'en'], 'ar'],
  [null, ['de', 'en-GB', 'ar'], 'en'],
  ['xx', ['fr'], 'en'],
])(
  'if the saved language is %s and the browser languages are %j, the example shop starts in the language %s',
  (chosen, preferred, language) => {
    expect(initialLanguage(chosen, preferred)).toBe(language);
  },
);

test('the example shop shows an order state that it does not know under the API’s name for it', () => {
  expect([nameOfState(texts.ar, 'shipped'), nameOfState(texts.ar, 'on_hold')]).toEqual([
    'في الطريق',
    'on_hold',
  ]);
});
