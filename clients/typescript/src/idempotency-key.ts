/** A new idempotency key for a write. Older browsers and some apps lack `randomUUID`. */
export function newIdempotencyKey(): string {
  const { crypto } = globalThis as { crypto?: Partial<Crypto> };
  if (crypto?.randomUUID) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  if (crypto?.getRandomValues) crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.random() * 256));
  return Date.now().toString(36) + Array.from(bytes, (byte) => byte.toString(36)).join('');
}
