import { damaged, type Finding } from '#shared/engine/decide/audit-finding.ts';
import type { Counter } from '#shared/engine/decide/decide-batch.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import { faultsBy, readableRecords } from '#shared/engine/decide/readable-records.ts';
import type { Webhook, WebhookState, WebhooksTables } from './tables.ts';

/** For each table, the fields that the rules rely on. */
const faults = {
  webhooks: faultsBy<Webhook>({ version: 'integer', url: 'text', types: 'list', status: 'text' }),
  states: faultsBy<WebhookState>({ secrets: 'list', places: 'object' }),
  counters: faultsBy<Counter>({ version: 'integer' }),
};

export function readableState(state: State<WebhooksTables>): State<WebhooksTables> {
  return {
    ...state,
    webhooks: readableRecords('webhooks', state.webhooks, faults.webhooks),
    states: readableRecords('webhook_states', state.states, faults.states),
    counters: readableRecords('counters', state.counters, faults.counters),
  };
}

export function webhookFindings(webhook: Webhook): Finding[] {
  const fault = faults.webhooks(webhook);
  return fault === null ? [] : [damaged(`webhooks/${webhook._id}`, fault)];
}
