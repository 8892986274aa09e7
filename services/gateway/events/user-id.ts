import type { Principal } from '../auth/authenticate.ts';
import type { ServiceClient } from '../reads/service-client.ts';

/** The id that events name a shopper by; 0, which no user has, while there is no such user. */
export type UserIdOf = (principal: Pick<Principal, 'userId' | 'externalId'>) => Promise<number>;

/** Only the orders service knows whom the identity provider means. */
export function createUserIdOf(services: Pick<ServiceClient, 'ask'>): UserIdOf {
  return async ({ userId, externalId }) => {
    if (externalId === undefined) return userId ?? 0;
    const query = new URLSearchParams({ external_id: externalId }).toString();
    const found = (await services.ask('orders', 'GET', `/user-id?${query}`)) as { id: number } | null;
    return found?.id ?? 0;
  };
}
