import { expect, test } from '@jest/globals';
import { cookiesOf, readCookie, readSessionId } from '#services/gateway/session/session-cookie.ts';

const id = 'A'.repeat(42) + '_';

test('the names of session cookies contain the store’s namespace, and have the __Host- prefix on https', () => {
  expect(cookiesOf('store', 'http://shop.test')).toMatchObject({
    session: { name: 'store-session' },
    signIn: { name: 'store-sign-in' },
  });
  expect(cookiesOf('store', 'https://shop.test')).toMatchObject({
    session: { name: '__Host-store-session' },
    signIn: { name: '__Host-store-sign-in' },
  });
});

test('session and sign-in cookies are hidden from scripts, and only the sign-in cookie is sent when a user follows a link from another site', () => {
  const [secure, plain] = [cookiesOf('store', 'https://shop.test'), cookiesOf('store', 'http://shop.test')];
  expect(secure.session.options).toEqual({ httpOnly: true, sameSite: 'strict', path: '/', secure: true });
  expect(plain.signIn.options).toEqual({ httpOnly: true, sameSite: 'lax', path: '/', secure: false });
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
])(
  'the session cookie in the Cookie header %j is read as %j, where null stands for no cookie or contradictory cookies',
  (header, value) => {
    expect(readCookie(header, 'store-session')).toBe(value);
  },
);

test('a session cookie is accepted only if its value has the format of the gateway’s session ids', () => {
  expect(readSessionId(`store-session=${id}`, 'store-session')).toBe(id);
  for (const other of ['', 'x', `${id}A`, `${id.slice(1)}=`, `${id.slice(1)} `])
    expect(readSessionId(`store-session=${other}`, 'store-session')).toBeNull();
});
