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

  test('the owner id of an identity provider’s user differs from every store user’s and from every other provider user’s owner id', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.nat(), (one, other, id) => {
        expect(ofExternal(one)).not.toBe(ofId(id));
        expect(ofExternal(String(id))).not.toBe(ofId(id));
        expect(ofExternal(one) === ofExternal(other)).toBe(one === other);
      }),
    );
  });

  test('the key of an identity provider’s user stays the same after the user gets a user id in the store', () => {
    const external = externalUser('auth0|x');
    expect(shopperKey({ userId: 7, external })).toBe(shopperKey({ userId: null, external }));
    expect(external.key).toMatch(/^~[\w-]{22}$/);
  });
});
