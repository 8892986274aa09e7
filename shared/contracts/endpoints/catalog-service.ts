import type { CommandsOf, RequestsOf } from '../kit/define.ts';
import { productReads, productWrites } from './products.ts';
import { subscriptionReads, subscriptionWrites } from './subscriptions.ts';

export const catalogReads = { ...subscriptionReads, ...productReads };
export const catalogWrites = { ...subscriptionWrites, ...productWrites };

export type CatalogRequests = RequestsOf<typeof catalogReads>;
export type CatalogCommands = CommandsOf<typeof catalogWrites>;
