import { hash } from 'node:crypto';
import type { ExternalUser } from '#shared/contracts/schema-kit/define.ts';

/** 132 bits. */
const keyLength = 22;

/** The user with this id at the identity provider. */
export function externalUser(id: string): ExternalUser {
  return { id, key: `~${hash('sha256', id, 'base64url').slice(0, keyLength)}` };
}
