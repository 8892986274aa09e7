import type { Webhook, WebhookState } from './tables.ts';

/** An endpoint without a delivery for this long is disabled. */
export const disabledAfterMs = 72 * 3600 * 1000;

/** Whether nothing was delivered for three days in which the endpoint was active; `now` in milliseconds. */
export function isLongFailing(
  { activated_at }: Pick<Webhook, 'activated_at'>,
  { failing_since }: Pick<WebhookState, 'failing_since'>,
  now: number,
): boolean {
  if (failing_since === null) return false;
  const since = failing_since > activated_at ? failing_since : activated_at;
  return now - Date.parse(since) >= disabledAfterMs;
}
