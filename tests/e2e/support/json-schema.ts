import { expect } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 6 });
formats.default(ajv);
// The store returns every time in UTC with milliseconds.
ajv.addFormat('date-time', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/**
 * Expects that a value matches a declared schema and has no other fields. Every response is also compared with the OpenAPI
 * document, which allows other fields, because a later release may add some.
 */
export function expectConforms(schema: object, value: unknown): void {
  const check = ajv.compile(schema);
  check(value);
  expect(check.errors ?? []).toEqual([]);
}
