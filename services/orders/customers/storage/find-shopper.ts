import type { Express } from 'express';
import type { Caller } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import type { Erasure, User } from '../../records/tables.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

const maxTimeMs = 10_000;

/** Finds the user of a client's token. Returns null if there is no such user yet. */
export function createFindShopper({ users }: Pick<OrdersModels, 'users'>) {
  const readUser = createReadById<User>(users);
  return async ({ userId, external }: Pick<Caller, 'userId' | 'external'>): Promise<User | null> => {
    if (external)
      return users
        .findOne({ external_id: external.id }, { search: 0 }, { maxTimeMS: maxTimeMs })
        .lean<User | null>();
    return userId === null ? null : readUser(userId);
  };
}

/**
 * For the gateway:
 * - `GET /shopper-gone?user_id=…`, or `?external_id=…&external_key=…`: whether a token's user was deleted. A shopper of an
 *   identity provider may have no user yet. So such a shopper counts as deleted only after an erasure.
 * - `GET /user-id?external_id=…`: the id of a shopper's user, by which the gateway selects the shopper's events.
 */
export function mountShoppers(app: Express, { users, erasures }: Pick<OrdersModels, 'users' | 'erasures'>) {
  const erasureOf = (key: string) =>
    driverCollection<Erasure>(erasures).findOne(
      { $or: [{ external_key: key }, { 'former_keys.key': key }] },
      { projection: { _id: 1 }, maxTimeMS: maxTimeMs },
    );
  app.get('/shopper-gone', async (request, response) => {
    const asked = request.query as Record<string, string | undefined>;
    const { user_id: userId, external_id: externalId, external_key: externalKey } = asked;
    const who = externalId === undefined ? { _id: Number(userId) } : { external_id: externalId };
    const isThere = (await users.exists(who)) !== null;
    const wasErased = externalKey === undefined || (await erasureOf(externalKey)) !== null;
    response.json({ is_gone: !isThere && wasErased });
  });
  app.get('/user-id', async (request, response) => {
    const externalId = request.query['external_id'] as string;
    const user = await users
      .findOne({ external_id: externalId }, { _id: 1 }, { maxTimeMS: maxTimeMs })
      .lean();
    if (!user) throw new Problem('not_found');
    response.json({ id: user._id });
  });
}
