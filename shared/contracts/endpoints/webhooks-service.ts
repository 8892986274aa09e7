import type { CommandsOf, RequestsOf } from '../kit/define.ts';
import { webhookReads, webhookWrites } from './webhooks.ts';

export const webhooksReads = webhookReads;
export const webhooksWrites = webhookWrites;

export type WebhooksRequests = RequestsOf<typeof webhooksReads>;
export type WebhooksCommands = CommandsOf<typeof webhooksWrites>;
