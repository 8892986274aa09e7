import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { auditRules } from '#shared/contracts/audit-rules.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operate/audit.md'), 'utf8');
const by = {
  schedule: 'repair: at once',
  repair: 'repair: `--repair`',
  proof: 'repair: `--repair`, if proven',
  operator: 'repair: by an operator',
};

test('docs/operate/audit.md lists exactly the rules of the data audit, each with its text from the audit report', () => {
  const list = page.slice(page.indexOf('## Rules'), page.indexOf('## What a person does'));
  const items = list.replaceAll(/\n {2}/g, ' ').matchAll(/^- `([a-z-]+)` \((.+?)\): (.+)$/gm);
  const listed = [...items].map(([, rule, repaired, means]) => ({ rule, repaired, means }));
  const rules = Object.entries(auditRules);
  expect(listed).toEqual(
    rules.map(([rule, { en: means, repairedBy }]) => ({
      rule,
      repaired: by[repairedBy ?? 'operator'],
      means,
    })),
  );
});

test('docs/operate/audit.md has a table row for exactly the rules of the data audit whose findings can be repaired', () => {
  const table = page.slice(page.indexOf('## Each rule'), page.indexOf('## Rules'));
  const rows = [...table.matchAll(/^\| `([a-z-]+)` *\| +\S[^|]+\| +\S[^|]+\|$/gm)].map(([, rule]) => rule);
  const repaired = Object.entries(auditRules).filter(([, { repairedBy }]) => repairedBy !== undefined);
  expect(new Set(rows)).toEqual(new Set(repaired.map(([rule]) => rule)));
});

test('every rule of the data audit has an explanation in Arabic script', () => {
  for (const { ar } of Object.values(auditRules)) expect(ar).toMatch(/^[\u0600-\u06FF].+[.؟]$/);
});
