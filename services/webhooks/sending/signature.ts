import { createHmac } from 'node:crypto';

/** The prefix of secrets in the Standard Webhooks specification. */
const secretPrefix = 'whsec_';
export const secretBytes = 32;

export function secretFrom(bytes: Uint8Array): string {
  return secretPrefix + Buffer.from(bytes).toString('base64');
}

/**
 * The three headers that authenticate a delivery. They contain one signature for each secret, in the same sequence as `secrets`.
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: number; body: string },
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
