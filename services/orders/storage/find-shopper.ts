import type { Express } from 'express';
import type { Caller, ExternalUser } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { createReadById } from '#shared/mongo/read-by-id.ts';
import type { User } from '../rules/tables.ts';
import type { OrdersModels } from './orders-models.ts';

/** The user that a client's token is for; null while there is none. */
export type FindShopper = (
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

/** `GET /user-id?external_id=…`, for the gateway: whose events a shopper follows. */
export function mountUserId(app: Express, find: FindShopper): void {
  app.get('/user-id', async (request, response) => {
    const user = await find({ userId: null, external: { id: request.query['external_id'] as string } });
    if (!user) throw new Problem('not_found');
    response.json({ id: user._id });
  });
}
