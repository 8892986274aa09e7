import type { Express } from 'express';
import type { Caller, ExternalUser } from '#shared/contracts/kit/define.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import type { User } from '../../records/tables.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

/** Finds the user of a client's token. Null: there is no such user yet. */
type FindShopper = (
  caller: Pick<Caller, 'userId'> & { external?: Pick<ExternalUser, 'id'> },
) => Promise<User | null>;

const maxTimeMs = 10_000;

export function createFindShopper(models: Pick<OrdersModels, 'users'>): FindShopper {
  const readUser = createReadById<User>(models.users);
  const readExternal = (externalId: string) =>
    models.users
      .findOne({ external_id: externalId }, { search: 0 }, { maxTimeMS: maxTimeMs })
      .lean<User | null>();
  return async ({ userId, external }) => {
    if (external) return readExternal(external.id);
    return userId === null ? null : readUser(userId);
  };
}

/**
 * `GET /shopper-gone?user_id=…`, or `?external_id=…&external_key=…`, for the gateway: whether a token's user was deleted. A
 * shopper of an identity provider may have no user yet. So such a shopper counts as deleted only after an erasure.
 */
export function mountShopperGone(
  app: Express,
  { users, erasures }: Pick<OrdersModels, 'users' | 'erasures'>,
): void {
  app.get('/shopper-gone', async (request, response) => {
    const asked = request.query as Record<string, string | undefined>;
    const { user_id: userId, external_id: externalId, external_key: externalKey } = asked;
    const who = externalId === undefined ? { _id: Number(userId) } : { external_id: externalId };
    const isThere = (await users.exists(who)) !== null;
    const wasErased = externalKey === undefined || (await erasures.exists({ external_key: externalKey }));
    response.json({ is_gone: !isThere && wasErased !== null });
  });
}

/**
 * `GET /user-id?external_id=…`, for the gateway: the id of a shopper's user. The gateway selects the shopper's events by this id.
 */
export function mountUserId(app: Express, find: FindShopper): void {
  app.get('/user-id', async (request, response) => {
    const user = await find({ userId: null, external: { id: request.query['external_id'] as string } });
    if (!user) throw new Problem('not_found');
    response.json({ id: user._id });
  });
}
