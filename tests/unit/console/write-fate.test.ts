import { expect, test } from '@jest/globals';

import { StoreError } from '#clients/typescript/src/main.ts';
import { isDecided, isNotTaken } from '#console/data/write-fate.ts';

test.each([
  ['unavailable', 503, 'kept'],
  ['outcome_unknown', 503, 'kept'],
  ['connection_failed', 0, 'kept'],
  ['timed_out', 0, 'kept'],
  ['unexpected_answer', 502, 'kept'],
  ['unauthenticated', 401, 'open'],
  ['too_many_requests', 429, 'open'],
  ['internal_error', 500, 'open'],
  ['operation_parked', 0, 'open'],
  ['precondition_failed', 412, 'decided'],
  ['out_of_stock', 422, 'decided'],
  ['not_found', 404, 'decided'],
] as const)('the console marks a change that fails with %s (status %d) as %s', (code, status, fate) => {
  const error = new StoreError(code, 'Refused.', { status });
  const counted = isNotTaken(error) ? 'kept' : isDecided(error) ? 'decided' : 'open';
  expect(counted).toBe(fate);
});
