import { callerWith, type Caller } from '../../support/caller.ts';
import { sharedStore, type StoreAccess } from '../../support/store-access.ts';

export interface Callers {
  url: string;
  admin: Caller;
  /** A caller with the scope admin:read. */
  auditor: Caller;
  anonymous: Caller;
  clientOf: (userId: number) => Caller;
  /** A caller with a valid token of this subject that has no scope. */
  unscoped: (subject: string) => Caller;
  withToken: (token: string) => Caller;
}

export function callersOf(store: StoreAccess): Callers {
  return {
    url: store.url,
    admin: callerWith(store, () => store.adminToken()),
    auditor: callerWith(store, () => store.adminToken('admin:read')),
    anonymous: callerWith(store, async () => undefined),
    clientOf: (userId) => callerWith(store, () => store.clientToken(userId)),
    unscoped: (subject) => callerWith(store, () => store.token(subject, 'openid')),
    withToken: (token) => callerWith(store, async () => token),
  };
}

/** Callers for the store that all end-to-end tests share. */
export const shared = callersOf(sharedStore());
export const { admin, auditor, anonymous, clientOf, unscoped, withToken } = shared;
