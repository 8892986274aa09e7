import type { CommandsOf, RequestsOf } from '../schema-kit/define.ts';
import { webhookReads, webhookWrites } from './webhooks.ts';

/** All reads and writes of the webhooks service. */
export const webhooksReads = webhookReads;
export const webhooksWrites = webhookWrites;

export type WebhooksRequests = RequestsOf<typeof webhooksReads>;
export type WebhooksCommands = CommandsOf<typeof webhooksWrites>;
