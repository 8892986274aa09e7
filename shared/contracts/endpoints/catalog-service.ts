import { joinResources, type CommandsOf, type RequestsOf } from '../kit/define.ts';
import { productContract } from './products.ts';
import { subscriptionContract } from './subscriptions.ts';

export const catalogContract = joinResources(subscriptionContract, productContract);
export const { reads: catalogReads, writes: catalogWrites } = catalogContract;

export type CatalogRequests = RequestsOf<typeof catalogReads>;
export type CatalogCommands = CommandsOf<typeof catalogWrites>;
