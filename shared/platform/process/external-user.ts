import { hash } from 'node:crypto';
import type { ExternalUser } from '../../contracts/kit/define.ts';

/** The length of a user's key in base64url characters, which hold 132 bits. */
const keyLength = 22;

export function externalUser(id: string): ExternalUser {
  return { id, key: `~${hash('sha256', id, 'base64url').slice(0, keyLength)}` };
}
