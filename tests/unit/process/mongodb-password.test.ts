import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import saslprep from '@mongodb-js/saslprep';

import { mongodbUri } from '#deploy/servers/server-uris.ts';
import { settingsFaults } from '#shared/platform/settings/read-settings.ts';

const given = (password: string) => settingsFaults({ MONGODB_ORDERS_PASSWORD: password }, 'secrets');
const inUri = (password: string) =>
  settingsFaults({ MONGODB_URI: mongodbUri('a:1,b:2', 'orders', { orders: password }) }, 'indexes');

/** Whether the driver can prepare this password for authentication, and the server can create a user with it. */
function isUsable(password: string): boolean {
  try {
    return saslprep(password) !== '';
  } catch {
    return false;
  }
}

describe('a password for MongoDB', () => {
  test.each([
    ['an emoji', 'horse😀staple', 'its character 6 is not allowed'],
    ['a control character', 'horse\u0007staple', 'its character 6 is not allowed'],
    ['an unassigned character', 'horse\u0378', 'its character 6 is not allowed'],
    ['text in both directions', 'horse-סוס', 'right-to-left'],
    ['no visible character', '\u00ad', 'no visible character'],
  ])('a MongoDB password with %s is rejected without being repeated in the error', (_what, password, why) => {
    for (const [faults, name] of [
      [given(password), 'MONGODB_ORDERS_PASSWORD'],
      [inUri(password), 'MONGODB_URI'],
    ] as const) {
      expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name} is wrong .*${why}`))]);
      expect(faults[0]).not.toContain(password);
    }
  });

  test.each(['horse', 'é ü ß 日本 ½', 'סוס', `@:/#"$%'\\ ?&=+;,!()*~\`<>[]{}|^ %40`])(
    'the MongoDB password %s is accepted',
    (password) => {
      expect([given(password), inUri(password)]).toEqual([[], []]);
    },
  );

  test('the check of MongoDB passwords rejects exactly those that MongoDB itself would reject', () => {
    const password = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((text) => !/[\r\n\0]/.test(text));
    fc.assert(
      fc.property(password, (text) => {
        expect(given(text).length === 0).toBe(isUsable(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('the check of MongoDB passwords skips a URI with another authentication mechanism', () => {
    const uri = 'mongodb://me:%F0%9F%98%80@a/?authMechanism=PLAIN';
    expect(settingsFaults({ MONGODB_URI: uri }, 'indexes')).toEqual([]);
  });

  test('any characters are accepted in the passwords for Redis and RabbitMQ', () => {
    expect(settingsFaults({ REDIS_PASSWORD: '😀', RABBITMQ_PASSWORD: '😀' }, 'secrets')).toEqual([]);
  });
});
