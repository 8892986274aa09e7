import { joinResources, type CommandsOf, type RequestsOf } from '../kit/define.ts';
import { webhookContract } from './webhooks.ts';

export const webhooksContract = joinResources(webhookContract);
export const { reads: webhooksReads, writes: webhooksWrites } = webhooksContract;

export type WebhooksRequests = RequestsOf<typeof webhooksReads>;
export type WebhooksCommands = CommandsOf<typeof webhooksWrites>;
