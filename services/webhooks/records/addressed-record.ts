import type { AddressedBy } from '#shared/engine/decide/handler.ts';

/** Returns the record that a command of this service changes. */
export const addressedByWebhooks: AddressedBy = ({ params: { webhook } }) =>
  webhook === undefined ? null : { collection: 'webhooks', id: webhook };
