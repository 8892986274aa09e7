import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ownerOf } from '#shared/decide/decide-batch.ts';
import { shopperKey } from '#shared/decide/shopper-key.ts';

const owner = (userId: number | null, externalId?: string) =>
  ownerOf({
    caller: { area: 'client', subject: 'a', userId, ...(externalId !== undefined && { externalId }) },
  });

describe('a shopper’s key', () => {
  test('is the user’s id, as it was before there were others', () => {
    expect([shopperKey({ userId: 7 }), owner(7)]).toEqual(['7', 'client:7']);
    expect(shopperKey({ userId: null })).toBeNull();
  });

  test('of what a provider calls a user is never that of an id, and tells any two apart', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (one, other, id) => {
        expect(owner(null, one)).not.toBe(owner(id));
        expect(owner(null, String(id))).not.toBe(owner(id));
        expect(owner(null, one) === owner(null, other)).toBe(one === other);
      }),
    );
  });

  test('stays the same when the user is known', () => {
    expect(shopperKey({ userId: 7, externalId: 'auth0|x' })).toBe(
      shopperKey({ userId: null, externalId: 'auth0|x' }),
    );
    expect(shopperKey({ userId: null, externalId: 'auth0|x' })).toMatch(/^~[\w-]{22}$/);
  });
});
