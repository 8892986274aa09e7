import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { endpoints } from '#services/gateway/routes.ts';
import { fieldsOf, schemaOf } from '../support/broken-values.ts';
import type { Schema } from '../support/broken-values.ts';
import { named, validRequest, writes } from '../support/endpoints.ts';
import type { WriteEndpoint } from '../support/endpoints.ts';
import { forEachCase, shortJson } from '../support/for-each-case.ts';
import { openStoredData } from '../support/stored-data.ts';
import type { StoredData } from '../support/stored-data.ts';

/** The store never writes these values itself: wherever one appears, a request put it there. */
const marks = { text: 'assigned-by-a-stranger', number: 987_654_321.5 };
const values = [marks.text, marks.number, { inner: marks.text }, [marks.text]];

/** Internal names of commands and documents, in addition to the declared fields. */
const serverNames = [
  ...['_id', '__v', 'version', 'owner', 'caller', 'subject', 'userId', 'scope', 'area', 'type', 'ifMatch'],
  ...['fingerprint', 'dryRun', 'requestId', 'params', 'body', 'command', 'outcome', 'search', 'is_deleted'],
  ...['$set', '$inc', '$unset', '__proto__', 'constructor', 'prototype', 'isAdmin', 'role', 'en.secret'],
];

/** Every name that any body or answer of the API has, at any depth, and those of the server. */
const names = [
  ...new Set([
    ...endpoints.flatMap(({ kind, declared }) => [
      ...namesIn((declared.answers ?? {}) as Schema),
      ...(kind === 'write' ? namesIn(schemaOf(declared.body)) : []),
    ]),
    ...serverNames,
  ]),
];

function namesIn(schema: Schema): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => [
    name,
    ...namesIn(inner),
    ...namesIn(inner.items ?? {}),
  ]);
}

/** The valid body, and beside its own fields, there and in each object within, all the others. */
function overloaded(body: Record<string, unknown>, schema: Schema, value: unknown): Record<string, unknown> {
  const own = schema.properties ?? {};
  const others = names.filter((name) => !Object.hasOwn(own, name)).map((name) => [name, value] as const);
  const within = Object.entries(own).flatMap(([name, inner]): [string, unknown][] => {
    const sent = body[name];
    if (Array.isArray(sent) && inner.items?.properties) {
      const entry = inner.items;
      return [[name, sent.map((each) => overloaded(each as Record<string, unknown>, entry, value))]];
    }
    if (inner.properties && typeof sent === 'object' && sent !== null)
      return [[name, overloaded(sent as Record<string, unknown>, inner, value)]];
    return [];
  });
  // Object.fromEntries makes `__proto__` a field like any other.
  return Object.fromEntries([...others, ...Object.entries(body), ...within]);
}

const otherNames = ({ declared }: WriteEndpoint) => {
  const own = fieldsOf(schemaOf(declared.body)).map(({ path }) => path[0]);
  return names.filter((name) => !own.includes(name));
};
const pushed = writes.reduce((sum, write) => sum + otherNames(write).length, 0);

let stored: StoredData;
beforeAll(async () => void (stored = await openStoredData()));
afterAll(async () => stored.close());

describe(`${names.length} names pushed into ${writes.length} writes where they are not declared, as ${values.length} kinds of value: ${pushed * values.length} fields`, () => {
  test.each(named(writes))('%s ignores fields that it does not declare', async (_name, endpoint) => {
    const { declared } = endpoint;
    await forEachCase(values, shortJson, async (value) => {
      const { caller, method, path, body } = await validRequest(endpoint);
      const reply = await caller.send(method, path, {
        json: overloaded(body, schemaOf(declared.body), value),
      });
      expect({ status: reply.status, text: reply.text }).toEqual({
        status: declared.status,
        text: reply.text,
      });
      expect(reply.text).not.toContain(marks.text);
      expect(reply.text).not.toContain(String(marks.number));
    });
  });

  test('no database contains a value from an undeclared field', async () => {
    expect(await stored.whereText((text) => text.includes(marks.text))).toEqual([]);
    expect(
      await stored.whereNumber((number) => number === marks.number || number === marks.number * 100),
    ).toEqual([]);
  });
});
