import type { Webhook } from '#services/webhooks/records/tables.ts';

/** An active endpoint, created at `at`, that gets every event. */
export function webhookRecord(_id: number, at: string): Webhook {
  return {
    _id,
    version: 1,
    url: 'https://receiver.example.com/',
    types: ['*'],
    payload: 'thin',
    status: 'active',
    disabled_reason: null,
    activated_at: at,
    description: null,
    created_at: at,
    updated_at: at,
  };
}
