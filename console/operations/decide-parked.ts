import { operationsDiscard, operationsRedrive } from '#clients/typescript/src/main.ts';
import type { Client } from '#clients/typescript/src/main.ts';

export type ParkedAction = 'redrive' | 'discard';

interface Decision {
  id: string;
  action: ParkedAction;
  reason: string;
}

/** What an admin decides about a parked operation. Once it is taken, the operation itself tells what becomes of it. */
export function decideParked(client: Client, { id, action, reason }: Decision): Promise<unknown> {
  const call = action === 'redrive' ? operationsRedrive : operationsDiscard;
  return call({ client, path: { id }, body: { reason } }).operation();
}
