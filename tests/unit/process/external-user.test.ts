import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { shopperKey, ownerOf } from '#shared/engine/decide/outcome.ts';

const ofId = (userId: number) => ownerOf({ caller: { area: 'client', subject: 'a', userId } });
const ofExternal = (id: string) =>
  ownerOf({ caller: { area: 'client', subject: 'a', userId: null, external: externalUser(id) } });

describe('the owner of a write', () => {
  test('a write by a caller with a user id belongs to this user id', () => {
    expect([shopperKey({ userId: 7 }), ofId(7)]).toEqual(['7', 'client:7']);
    expect(shopperKey({ userId: null })).toBeNull();
  });

  test('the owner id that is stored with a write differs for any two users, whether the store or an identity provider issued their user ids', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (one, other, id) => {
        expect(ofExternal(one)).not.toBe(ofId(id));
        expect(ofExternal(String(id))).not.toBe(ofId(id));
        expect(ofExternal(one) === ofExternal(other)).toBe(one === other);
      }),
    );
  });

  test('the key that identifies a shopper of an identity provider stays the same after the shopper gets a user id in the store', () => {
    const external = externalUser('auth0|x');
    expect(shopperKey({ userId: 7, external })).toBe(shopperKey({ userId: null, external }));
    expect(external.key).toMatch(/^~[\w-]{22}$/);
  });
});
