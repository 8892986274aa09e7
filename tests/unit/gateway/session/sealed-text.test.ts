import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { deriveKey, seal, unseal } from '#shared/platform/process/sealed-text.ts';

const key = deriveKey('a secret of the store', 'session', 'id');

test('any text can be encrypted and then decrypted with the same key, and each encryption gives another result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const sealed = seal(key, text);
      expect(unseal(key, sealed)).toBe(text);
      expect(seal(key, text)).not.toBe(sealed);
    }),
  );
});

test('an encrypted text cannot be decrypted after a bit has changed or its end was cut off', () => {
  const sealed = Buffer.from(seal(key, 'a token'), 'base64url');
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
    expect(unseal(key, changed.toString('base64url'))).toBeNull();
    expect(unseal(key, sealed.subarray(0, index).toString('base64url'))).toBeNull();
  }
});

test.each([
  ['another secret', deriveKey('another secret of it', 'session', 'id')],
  ['another use', deriveKey('a secret of the store', 'sign-in', 'id')],
  ['another session', deriveKey('a secret of the store', 'session', 'other')],
])('an encrypted text cannot be decrypted with the key for %s', (_of, other) => {
  expect(unseal(other, seal(key, 'a token'))).toBeNull();
});
