import type { Principal } from '../auth/authenticate.ts';
import type { ServiceClient } from '../reads/service-client.ts';

/** The id that identifies a shopper in events. 0, which no user has, if the user does not exist. */
export type UserIdOf = (principal: Pick<Principal, 'userId' | 'external'>) => Promise<number>;

/** Asks the orders service, because only its database maps the identity provider's ids to users. */
export function createUserIdOf(services: Pick<ServiceClient, 'ask'>): UserIdOf {
  return async ({ userId, external }) => {
    if (!external) return userId ?? 0;
    const query = new URLSearchParams({ external_id: external.id }).toString();
    const found = (await services.ask('orders', 'GET', `/user-id?${query}`)) as { id: number } | null;
    return found?.id ?? 0;
  };
}
