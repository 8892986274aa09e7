import { operationsDiscard, operationsRedrive, type Client } from '#clients/typescript/src/main.ts';

export type ParkedAction = 'redrive' | 'discard';

interface Decision {
  id: string;
  action: ParkedAction;
  reason: string;
}

/**
 * Sends an admin's decision on a parked operation. Resolves once it is accepted; the operation's record then shows the result.
 */
export function decideParked(client: Client, { id, action, reason }: Decision): Promise<unknown> {
  const call = action === 'redrive' ? operationsRedrive : operationsDiscard;
  return call({ client, path: { id }, body: { reason } }).operation();
}
