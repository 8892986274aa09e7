import { expect } from '@jest/globals';

import { problems, type ProblemCode } from '#shared/contracts/errors.ts';
import type { Reply } from './caller.ts';
import type { ProblemBody } from './resources.ts';

/** The messages for each invalid field, keyed by field. */
type FieldMessages = Record<string, string[]>;

/** Expects this status. If the test fails, its message also shows the body. */
export function expectStatus({ status, text }: Pick<Reply, 'status' | 'text'>, expected: number): void {
  expect({ status, text }).toEqual({ status: expected, text });
}

/** Expects this code's status and the contract's error body. `errors` lists all errors, or only the invalid fields. */
export function expectRefusal(
  reply: Reply,
  code: ProblemCode,
  errors?: FieldMessages | string[],
): ProblemBody {
  const { problem } = reply;
  expect(problem).toMatchObject({
    code,
    status: problems[code].status,
    type: expect.stringMatching(/./),
    title: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
    instance: expect.stringMatching(/^\/api\//),
    request_id: reply.header('x-request-id'),
  });
  expect(reply.status).toBe(problems[code].status);
  expect(reply.header('content-type')).toBe('application/json; charset=utf-8');
  if (Array.isArray(errors)) expect(Object.keys(problem.errors ?? {}).sort()).toEqual([...errors].sort());
  else if (errors) expect(problem.errors).toEqual(errors);
  return problem;
}
