import { describe, expect, test } from '@jest/globals';

import type { Caller } from '../../support/caller.ts';
import { uniqueWord } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Address, Cart, Operation, Order, User } from '../../support/resources.ts';
import { callers, make, store } from './external-store.ts';

const me = '/api/client/me';

/** A shopper with this subject at the external identity provider. */
const shopperCalled = async (subject: string): Promise<Caller> =>
  callers.withToken(await store.token(subject, 'client'));
const person = () => ({ name: 'Layla Haddad', email: `${uniqueWord()}@example.com` });
const address = { line1: '1 Road', city: 'Amman', country: 'JO' };

describe('a shopper of an external identity provider', () => {
  test('a shopper who signs in at an external identity provider has no data and cannot write until a PUT of the profile creates the user', async () => {
    const subject = uniqueWord('auth0|');
    const shopper = await shopperCalled(subject);
    expectRefusal(await shopper.get(me), 'not_found');
    expect((await shopper.get('/api/client/orders')).data).toEqual([]);
    expect((await shopper.get('/api/client/events?after=0')).data).toEqual([]);
    const product = await make.newProduct();
    const line = { product_id: product.id, amount: 2 };
    expectRefusal(await shopper.post('/api/client/cart/items', line), 'forbidden');
    expectRefusal(await shopper.put(me, {}), 'validation_failed', ['name', 'email']);

    const body = person();
    const made = await shopper.put<User>(me, body);
    expect([made.status, made.header('location')]).toEqual([201, me]);
    expect(made.data).toMatchObject({ ...body, phone: null });
    expect(Object.keys(made.data)).not.toContain('external_id');
    const again = await shopper.put<User>(
      me,
      { phone: '+962 79 000 0000' },
      { 'if-match': made.header('etag') ?? '' },
    );
    expect([again.status, again.data.id, again.data.phone]).toEqual([200, made.data.id, '+962 79 000 0000']);
    const read = await shopper.get<User>(me);
    expect([read.data, read.header('etag')]).toEqual([again.data, again.header('etag')]);
    const { data: asAdmin } = await callers.admin.get<User>(`/api/admin/users/${made.data.id}`);
    expect(asAdmin).toEqual({ ...again.data, external_id: subject });
    expect((await shopper.post<Cart>('/api/client/cart/items', line)).data.items).toMatchObject([line]);
  });

  test('a shopper who signs in at an external identity provider can use addresses, cart, checkout, cancellation, operations and events', async () => {
    const shopper = await shopperCalled(uniqueWord('auth0|'));
    const stranger = await shopperCalled(uniqueWord('auth0|'));
    for (const caller of [shopper, stranger]) expect((await caller.put(me, person())).status).toBe(201);
    const { id } = (await shopper.get<User>(me)).data;
    const { data: own } = await shopper.post<Address>('/api/client/addresses', address);
    expect(own.user_id).toBe(id);
    const product = await make.newProduct({ stock: 9 });
    await make.fillCart(shopper, product, 2);
    const body = { payment_method: 1, address_id: own.id };
    const path = '/api/client/orders/checkout';
    expect((await shopper.post<Order>(`${path}?dry_run=1`, body)).data).toMatchObject({
      id: null,
      user_id: id,
    });
    const key = { 'idempotency-key': uniqueWord('key ') };
    const placed = await shopper.post<Order>(path, body, key);
    expect([placed.status, placed.data.user_id]).toEqual([201, id]);
    const replayed = await shopper.post<Order>(path, body, key);
    expect([replayed.data, replayed.header('idempotency-replayed')]).toEqual([placed.data, 'true']);
    // A request of another shopper with the same idempotency key is not a retry.
    expectRefusal(await stranger.post(path, body, key), 'validation_failed', ['address_id']);
    expectRefusal(await stranger.get(`/api/client/orders/${placed.data.id}`), 'not_found');

    const accepted = await shopper.post<Operation>(
      `/api/client/orders/${placed.data.id}/cancel`,
      {},
      { prefer: 'respond-async' },
    );
    const operation = `/api/operations/${accepted.data.id}`;
    expect((await shopper.get<Operation>(operation)).status).toBe(200);
    expectRefusal(await stranger.get(operation), 'not_found');
    expect((await shopper.get<Order[]>('/api/client/orders')).data.map(({ id: order }) => order)).toEqual([
      placed.data.id,
    ]);
    const events = await shopper.get<{ subject: string }[]>('/api/client/events?after=0');
    expect(events.data[0]).toMatchObject({ subject: `orders/${placed.data.id}` });
    expect((await stranger.get('/api/client/events?after=0')).data).toEqual([]);
  });

  test('a shopper who signs in at an external identity provider is not linked to an existing user with the same id or e-mail', async () => {
    const { user } = await make.newShopper();
    const alike = await shopperCalled(String(user.id));
    expectRefusal(await alike.get(me), 'not_found');
    expectRefusal(await alike.post('/api/client/addresses', address), 'forbidden');
    const taken = { ...person(), email: user.email.toUpperCase() };
    expectRefusal(await alike.put(me, taken), 'validation_failed', ['email']);
    expect((await alike.put<User>(me, person())).data.id).not.toBe(user.id);
  });

  test('an admin can link a shopper’s account at an external identity provider to a user, and remove the link', async () => {
    const subject = uniqueWord('auth0|');
    const { user } = await make.newShopper();
    const shopper = await shopperCalled(subject);
    const path = `/api/admin/users/${user.id}`;
    await callers.admin.put(path, { external_id: subject });
    expect((await shopper.get<User>(me)).data.id).toBe(user.id);
    const found = await callers.admin.get<User[]>(
      `/api/admin/users?filters[external_id]=${encodeURIComponent(subject)}`,
    );
    expect(found.data.map(({ id }) => id)).toEqual([user.id]);
    const other = await make.newUser();
    const taken = await callers.admin.put(`/api/admin/users/${other.id}`, { external_id: subject });
    expectRefusal(taken, 'validation_failed', ['external_id']);
    await callers.admin.put(path, { external_id: null });
    expectRefusal(await shopper.get(me), 'not_found');
    expect(
      (await callers.admin.put<User>(`/api/admin/users/${other.id}`, { external_id: subject })).status,
    ).toBe(200);
  });

  test('two concurrent profile requests of a new shopper create one user, and the shopper’s later cart changes run in sequence', async () => {
    const shopper = await shopperCalled(uniqueWord('auth0|'));
    const body = person();
    const [product, later] = await Promise.all([make.newProduct(), make.newProduct()]);
    const line = ({ id }: { id: number }, amount: number) =>
      shopper.put(`/api/client/cart/items/${id}`, { amount });
    const replies = [];
    // Sends the writes one after the other, without waiting for the responses.
    replies.push(shopper.put<User>(me, body), shopper.put<User>(me, body));
    const made = await Promise.all(replies);
    expect(made.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(new Set(made.map(({ data }) => data.id)).size).toBe(1);
    for (let amount = 1; amount <= 20; amount += 1) {
      const headers = { prefer: 'respond-async' };
      const sent = await shopper.send('PUT', `/api/client/cart/items/${product.id}`, {
        json: { amount },
        headers,
      });
      expect(sent.status).toBe(202);
    }
    expect((await line(later, 1)).status).toBe(200);
    expect((await shopper.get<Cart>('/api/client/cart')).data.items).toMatchObject([
      { amount: 20 },
      { amount: 1 },
    ]);
  });
});
