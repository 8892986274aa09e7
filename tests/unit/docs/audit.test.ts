import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { auditRules } from '#shared/contracts/audit-rules.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/audit.md'), 'utf8');
const by = { schedule: 'at once', repair: '`--repair`', nobody: 'a person' };

test('docs/audit.md lists each audit rule with its meaning and repair, and no other rule', () => {
  const rows = page.matchAll(/^\| `([a-z-]+)` *\| (.+?) *\| (.+?) *\|$/gm);
  const told = [...rows].map(([, rule, means, mended]) => ({ rule, means, mended }));
  const rules = Object.entries(auditRules);
  expect(told).toEqual(
    rules.map(([rule, { means, mended }]) => ({ rule, means: means.en, mended: by[mended] })),
  );
});

test('every audit rule has a meaning in Arabic, written in Arabic letters', () => {
  for (const { means } of Object.values(auditRules)) expect(means.ar).toMatch(/^[\u0600-\u06FF].+[.؟]$/);
});
