import { expect } from '@jest/globals';

import type { Endpoint } from '#services/gateway/http/routes.ts';
import type { ProblemCode } from '#shared/contracts/errors.ts';
import { fieldsOf, isLeaf, schemaOf, withValue, type BodyField } from './broken-values.ts';
import type { Caller, Reply } from './caller.ts';
import { declaredStatuses } from './documented-answer.ts';
import type { WriteEndpoint } from './endpoints.ts';
import { forEachCase, shortJson } from './for-each-case.ts';
import { expectRefusal } from './refusals.ts';

/** Expects a declared status below 500, and the contract's error body when the request is rejected. */
export function expectContained(reply: Reply, { declared }: Endpoint, fields = ''): void {
  const seen = { fields, status: reply.status, text: reply.text.slice(0, 300) };
  expect({ ...seen, isDeclared: declaredStatuses(declared).includes(String(reply.status)) }).toEqual({
    ...seen,
    isDeclared: true,
  });
  expect(seen).toEqual({ ...seen, status: Math.min(reply.status, 499) });
  if (reply.status >= 400) expectRefusal(reply, reply.problem.code as ProblemCode);
}

/** Every field of a write's body, at any depth. */
export function fieldsIn({ declared }: WriteEndpoint): BodyField[] {
  return fieldsOf(schemaOf(declared.body));
}

/** A request that a write accepts. */
interface Accepted {
  caller: Caller;
  method: string;
  path: string;
  body: Record<string, unknown>;
}

/** Puts each value into every field of an accepted request, and checks each response with `expectContained`. */
export async function expectValuesContained(
  { caller, method, path, body }: Accepted,
  endpoint: WriteEndpoint,
  values: readonly unknown[],
): Promise<void> {
  /** Sends the value in each of these fields. Returns the paths of the rejected fields. */
  const send = async (fields: readonly BodyField[], value: unknown): Promise<string[]> => {
    const json = fields.reduce((changed, field) => withValue(changed, field.path, value), body);
    const reply = await caller.send(method, path, { json });
    expectContained(reply, endpoint, fields.map((field) => field.path.join('.')).join(', '));
    return reply.status >= 400 ? Object.keys(reply.problem.errors ?? {}) : [];
  };
  const fields = fieldsIn(endpoint);
  await forEachCase(values, shortJson, async (value) => {
    const refused = await send(fields.filter(isLeaf), value);
    // The request above puts the value in all leaf fields, and has tested those that it names as invalid. Every other field
    // needs a request of its own, which no other field can make fail.
    const others = fields.filter((field) => !isLeaf(field) || !refused.includes(field.path.join('.')));
    for (const field of others) await send([field], value);
  });
}
