import { joinResources, type CommandsOf, type RequestsOf } from '../kit/define.ts';
import { addressContract } from './addresses.ts';
import { auditContract } from './audit.ts';
import { cartContract } from './cart.ts';
import { inventoryContract } from './inventory.ts';
import { orderChangeContract } from './order-changes.ts';
import { orderItemContract } from './order-items.ts';
import { orderStatisticsContract } from './order-statistics.ts';
import { orderContract } from './orders.ts';
import { paymentContract } from './payments.ts';
import { returnContract } from './returns.ts';
import { settingsContract } from './settings.ts';
import { userExportContract } from './user-export.ts';
import { userContract } from './users.ts';

export const ordersContract = joinResources(
  orderContract,
  orderChangeContract,
  orderItemContract,
  paymentContract,
  returnContract,
  userContract,
  userExportContract,
  addressContract,
  inventoryContract,
  cartContract,
  settingsContract,
  orderStatisticsContract,
  auditContract,
);
export const { reads: ordersReads, writes: ordersWrites } = ordersContract;

export type OrdersRequests = RequestsOf<typeof ordersReads>;
export type OrdersCommands = CommandsOf<typeof ordersWrites>;
