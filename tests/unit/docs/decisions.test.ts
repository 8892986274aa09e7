import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

test('the list of decisions by subject in docs/inside/decisions.md contains each decision’s number exactly once', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/inside/decisions.md'), 'utf8');
  const [, list = ''] = /^The decisions by subject:\n\n(.*?)\n\n/ms.exec(page) ?? [];
  const listed = [...list.matchAll(/\d+/g)].map(Number).toSorted((a, b) => a - b);
  const decisions = [...page.matchAll(/^## (\d+)\. /gm)].map(([, number]) => Number(number));
  expect(listed).toEqual(decisions);
});
