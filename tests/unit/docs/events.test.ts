import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { events } from '#shared/contracts/events.ts';

test('docs/guides/events.md lists exactly the declared event types, each with its subject and its summary from asyncapi.json', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/events.md'), 'utf8');
  const list = page.slice(page.indexOf('## Event types'), page.indexOf('## Compare versions'));
  const items = list.replaceAll(/\n {2}/g, ' ').matchAll(/^- `([a-z0-9.-]+)` \(`([a-z]+)\/\d+`\): (.+)$/gm);
  const listed = [...items].map(([, type, subjects, summary]) => ({ type, subjects, summary }));
  expect(listed).toEqual(
    Object.entries(events).map(([type, { subjects, summary }]) => ({ type, subjects, summary })),
  );
});
