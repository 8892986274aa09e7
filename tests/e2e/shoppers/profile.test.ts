import { expect, test } from '@jest/globals';

import { clientOf } from '../support/callers.ts';
import { newShopper } from '../support/records.ts';
import { expectRefusal } from '../support/refusals.ts';
import type { User } from '../support/resources.ts';

const me = '/api/client/me';

test('a shopper reads and changes their own profile', async () => {
  const { client, user } = await newShopper();
  const read = await client.get<User>(me);
  const { external_id: _id, ...profile } = user;
  expect(read.data).toEqual(profile);
  const etag = read.header('etag') ?? '';
  expect((await client.get(me, { 'if-none-match': etag })).status).toBe(304);

  const changed = await client.put<User>(
    me,
    { name: 'Rana Saleh', id: 1, external_id: 'mine' },
    { 'if-match': etag },
  );
  expect(changed.data).toEqual({ ...profile, name: 'Rana Saleh', updated_at: changed.data.updated_at });
  expectRefusal(await client.put(me, { name: 'Later' }, { 'if-match': etag }), 'precondition_failed');
  const other = await newShopper();
  const reply = await client.put(me, { email: other.user.email, name: 'x' });
  expectRefusal(reply, 'validation_failed', ['name', 'email']);
});

test('the profile of an unknown user answers 404 and cannot be created', async () => {
  const stranger = clientOf(999_999_998);
  expectRefusal(await stranger.get(me), 'not_found');
  expectRefusal(await stranger.put(me, { name: 'Nobody', email: 'nobody@example.com' }), 'forbidden');
});
