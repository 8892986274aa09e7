import type { Webhook, WebhookState } from '../records/tables.ts';

/** An endpoint is disabled if no delivery succeeded for this long. */
const disabledAfterMs = 72 * 3600 * 1000;

/** Whether no delivery succeeded for three days while the endpoint was active. `now` is in milliseconds. */
export function isLongFailing(
  { activated_at }: Pick<Webhook, 'activated_at'>,
  { failing_since }: Pick<WebhookState, 'failing_since'>,
  now: number,
): boolean {
  if (failing_since === null) return false;
  const since = failing_since > activated_at ? failing_since : activated_at;
  return now - Date.parse(since) >= disabledAfterMs;
}
