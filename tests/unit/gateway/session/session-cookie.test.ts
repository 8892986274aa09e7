import { expect, test } from '@jest/globals';
import {
  cookieNames,
  readCookie,
  readSessionId,
  sessionCookie,
  signInCookie,
} from '#services/gateway/session/session-cookie.ts';

const id = 'A'.repeat(42) + '_';

test('the names of session cookies contain the store’s namespace, and have the __Host- prefix on https', () => {
  expect(cookieNames('store', false)).toEqual({ session: 'store-session', signIn: 'store-sign-in' });
  expect(cookieNames('store', true)).toEqual({
    session: '__Host-store-session',
    signIn: '__Host-store-sign-in',
  });
});

test('session cookies are hidden from scripts, and only the sign-in cookie is sent with cross-site requests', () => {
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
])('the session cookie in the header %j is parsed as %j', (header, value) => {
  expect(readCookie(header, 'store-session')).toBe(value);
});

test('only a session id in the gateway’s format is accepted', () => {
  expect(readSessionId(`store-session=${id}`, 'store-session')).toBe(id);
  for (const other of ['', 'x', `${id}A`, `${id.slice(1)}=`, `${id.slice(1)} `])
    expect(readSessionId(`store-session=${other}`, 'store-session')).toBeNull();
});
