import { hash } from 'node:crypto';
import type { ExternalUser } from '#shared/contracts/schema-kit/define.ts';

/** 132 bits. */
const keyLength = 22;

/** The user whom the identity provider calls that. */
export function externalUser(id: string): ExternalUser {
  return { id, key: `~${hash('sha256', id, 'base64url').slice(0, keyLength)}` };
}
