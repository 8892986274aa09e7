import { expect, test } from '@jest/globals';
import {
  cookieNames,
  readCookie,
  readSessionId,
  sessionCookie,
  signInCookie,
} from '#services/gateway/session/session-cookie.ts';

const id = 'A'.repeat(42) + '_';

test('a store’s cookies are of its namespace, and of its host alone on https', () => {
  expect(cookieNames('store', false)).toEqual({ session: 'store-session', signIn: 'store-sign-in' });
  expect(cookieNames('store', true)).toEqual({
    session: '__Host-store-session',
    signIn: '__Host-store-sign-in',
  });
});

test('no script reads them, and only the one of signing in comes along from another site', () => {
  expect(sessionCookie(true)).toEqual({ httpOnly: true, sameSite: 'strict', path: '/', secure: true });
  expect(signInCookie(false)).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: false });
});

test.each([
  [undefined, null],
  ['', null],
  ['a=1', null],
  ['store-session=', ''],
  ['a=1; store-session=x; b=2', 'x'],
  ['a=1;store-session=x=y', 'x=y'],
  ['not-store-session=x', null],
  ['store-session=first; store-session=second', null],
  ['store-session=x; store-session=', null],
  ['store-session=same; a=1; store-session=same', 'same'],
])('of %j it reads %j', (header, value) => {
  expect(readCookie(header, 'store-session')).toBe(value);
});

test('an id is what a gateway makes, and nothing else', () => {
  expect(readSessionId(`store-session=${id}`, 'store-session')).toBe(id);
  for (const other of ['', 'x', `${id}A`, `${id.slice(1)}=`, `${id.slice(1)} `])
    expect(readSessionId(`store-session=${other}`, 'store-session')).toBeNull();
});
