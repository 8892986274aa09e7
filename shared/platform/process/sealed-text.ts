import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const [keyBytes, nonceBytes, tagBytes] = [32, 12, 16];

/** `use` separates keys derived from one secret; `salt` separates keys of one use. */
export function deriveKey(secret: string, use: string, salt = ''): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, `storefront ${use}`, keyBytes));
}

/** Encrypts and authenticates the text: only holders of the key can read or change it. */
export function seal(key: Buffer, text: string): string {
  return sealBytes(key, Buffer.from(text, 'utf8'));
}

export function sealBytes(key: Buffer, bytes: Uint8Array): string {
  const nonce = newNonce();
  const cipher = createCipheriv(algorithm, key, nonce);
  const sealed = [cipher.update(bytes), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url');
}

let unused = Buffer.alloc(0);

/** Takes nonces from a buffer, because requesting random bytes for each nonce would take as long as sealing. */
function newNonce(): Buffer {
  if (unused.length === 0) unused = randomBytes(nonceBytes * 512);
  const nonce = unused.subarray(0, nonceBytes);
  unused = unused.subarray(nonceBytes);
  return nonce;
}

/** Decrypts a text. Null if it was not sealed with this key, or was changed since. */
export function unseal(key: Buffer, text: string): string | null {
  return unsealBytes(key, text)?.toString('utf8') ?? null;
}

export function unsealBytes(key: Buffer, text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length < nonceBytes + tagBytes) return null;
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]);
  } catch {
    return null;
  }
}
