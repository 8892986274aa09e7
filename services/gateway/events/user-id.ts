import type { Principal } from '../auth/authenticate.ts';
import type { ServiceClient } from '../reads/service-client.ts';

/** The id that events name a shopper by; 0, which no user has, while there is no such user. */
export type UserIdOf = (principal: Pick<Principal, 'userId' | 'external'>) => Promise<number>;

/** Only the orders service knows whom the identity provider means. */
export function createUserIdOf(services: Pick<ServiceClient, 'ask'>): UserIdOf {
  return async ({ userId, external }) => {
    if (!external) return userId ?? 0;
    const query = new URLSearchParams({ external_id: external.id }).toString();
    const found = (await services.ask('orders', 'GET', `/user-id?${query}`)) as { id: number } | null;
    return found?.id ?? 0;
  };
}
