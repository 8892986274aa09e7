import { expect, test } from '@jest/globals';

import { clientOf } from '../support/callers.ts';
import { newShopper } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { User } from '../../support/resources.ts';

const me = '/api/client/me';

test('a shopper reads and changes their own profile', async () => {
  const { client, user } = await newShopper();
  const read = await client.get<User>(me);
  const { external_id: _id, ...profile } = user;
  expect(read.data).toEqual(profile);
  const etag = read.header('etag') ?? '';
  const known = await client.get(me, { 'if-none-match': etag });
  expect([known.status, known.header('cache-control')]).toEqual([304, 'no-store']);
  expect(known.header('vary')).toBe(read.header('vary'));

  const changed = await client.put<User>(
    me,
    { name: 'Rana Saleh', id: 1, external_id: 'mine' },
    { 'if-match': etag },
  );
  expect(changed.data).toEqual({ ...profile, name: 'Rana Saleh', updated_at: changed.data.updated_at });
  const written = { 'if-none-match': changed.header('etag') ?? '' };
  expect((await client.get(me, written)).status).toBe(304);
  const late = await client.put(me, { name: 'Later' }, { 'if-match': etag });
  expectRefusal(late, 'precondition_failed');
  expect(late.header('etag')).toBe(changed.header('etag'));
  const other = await newShopper();
  const reply = await client.put(me, { email: other.user.email, name: 'x' });
  expectRefusal(reply, 'validation_failed', ['name', 'email']);
});

test('a shopper who sends the ETag of another shopper’s profile in If-None-Match gets their own profile instead of 304', async () => {
  const [one, other] = [await newShopper(), await newShopper()];
  const tag = (await one.client.get(me)).header('etag') ?? '';
  const read = await other.client.get<User>(me, { 'if-none-match': tag });
  expect([read.status, read.data.id]).toEqual([200, other.user.id]);
  const former = { 'if-match': '"1-en"' };
  expect((await one.client.put(me, { phone: '1' }, former)).status).toBe(200);
  expectRefusal(await one.client.put(me, { phone: '2' }, former), 'precondition_failed');
});

test('reading the profile of an unknown user returns 404, and a PUT cannot create this profile', async () => {
  const stranger = clientOf(999_999_998);
  expectRefusal(await stranger.get(me), 'not_found');
  expectRefusal(await stranger.put(me, { name: 'Stranger', email: 'stranger@example.com' }), 'forbidden');
});
