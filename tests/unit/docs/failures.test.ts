import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

import { problemBody } from '#services/gateway/problems/problem-response.ts';
import { detail, problems, type ProblemDetails } from '#shared/contracts/errors.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/failures.md'), 'utf8');

test('docs/guides/failures.md explains every error code, and no other', () => {
  const explained = new Set(
    [...page.matchAll(/\b[1-5]\d\d (`[a-z_]+`(?:, `[a-z_]+`)*)|`(moved_on|changed_since)`/g)].flatMap(
      ([, several = '', single]) =>
        [...several.matchAll(/[a-z_]+/g)].map(([code]) => code).concat(single ?? []),
    ),
  );
  expect(explained).toEqual(new Set(Object.keys(problems)));
});

test('the JSON examples of error responses in docs/guides/failures.md are exactly what the gateway sends', () => {
  const examples: ProblemDetails[] = [
    { code: 'outcome_unknown', extra: { part: 'broker', operation: '/api/operations/…' } },
    { code: 'unavailable', ...detail('broker_unavailable'), extra: { part: 'broker' } },
    { code: 'too_many_requests' },
  ];
  const context = { language: 'en', instance: '/api/client/orders/checkout', requestId: '…' } as const;
  const shown = [...page.matchAll(/^```json\n(.*?)^```$/gms)].map(
    ([, body = '']) => JSON.parse(body) as unknown,
  );
  expect(shown).toEqual(examples.map((details) => problemBody(details, context)));
});
