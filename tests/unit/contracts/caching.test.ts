import { describe, expect, test } from '@jest/globals';
import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import type { Endpoint } from '#services/gateway/http/routes.ts';
import { reads, writes } from '../../support/endpoints.ts';

const ids = (some: readonly Endpoint[]) => some.map(({ id }) => id);

/** Reads with the same response for all staff members. The response may still contain people's names. */
const alikeForAll = ['audit.read'];

/** Fields with data about people. */
const personal = new Set([
  'user',
  'user_id',
  'customer',
  'email',
  'phone',
  'external_id',
  'address',
  'address_id',
  'line1',
  'line2',
  'by',
  'subject',
  'owner',
  'notes',
  'note',
  'reason',
  'reject_reason',
  'order_id',
  'order_number',
]);
/** The settings have the shop's own phone and address, which are not personal data. */
const ofTheShop = 'settings.read';
/** A user's `external_id` is about a person, but a product's is not. */
const isAbout = (id: string, name: string) =>
  personal.has(name) && !(name === 'external_id' && /^(shop-)?products\./.test(id));

describe('cache declarations of endpoints', () => {
  test('an endpoint declared “impersonal” has no field about people in its response', () => {
    const faults = reads.flatMap(({ id, declared }) =>
      declared.impersonal && id !== ofTheShop
        ? fieldsOf(declared.answers).flatMap((name) => (isAbout(id, name) ? [`${id}: ${name}`] : []))
        : [],
    );
    expect(faults).toEqual([]);
  });

  test('an endpoint declared “impersonal” has a response that does not depend on the caller', () => {
    expect(ids(reads.filter(({ declared }) => declared.impersonal && declared.perCaller))).toEqual([]);
  });

  test('a read without a record id in its URL declares whether its response depends on the caller', () => {
    const undecided = reads.filter(({ id, declared }) => {
      const { path, list, walked, summed, file, impersonal, perCaller } = declared;
      const hasTag = !list && !walked && !summed && !file;
      return hasTag && !path.includes(':') && !impersonal && !perCaller && !alikeForAll.includes(id);
    });
    expect(ids(undecided)).toEqual([]);
  });

  test('a write that returns the caller’s own resource declares that its response depends on the caller, like the resource’s read', () => {
    const own = reads.filter(({ declared }) => declared.perCaller);
    expect(ids(own)).toEqual(expect.arrayContaining(['me.read', 'cart.read', 'saved-views.read']));
    const untagged = writes.filter(
      ({ declared: { path, answers, perCaller } }) =>
        own.some(({ declared }) => declared.path === path || declared.answers === answers) && !perCaller,
    );
    expect(ids(untagged)).toEqual([]);
  });
});

/** The names of all fields in a resource, at any depth. */
function fieldsOf(schema: JsonSchema): string[] {
  const { properties = {}, items } = schema as {
    properties?: Record<string, JsonSchema>;
    items?: JsonSchema;
  };
  const within = Object.entries(properties).flatMap(([name, inner]) => [name, ...fieldsOf(inner)]);
  return items ? [...within, ...fieldsOf(items)] : within;
}
