import { auditReads } from './audit.ts';
import { addressReads, addressWrites } from './addresses.ts';
import { cartReads, cartWrites } from './cart.ts';
import type { CommandsOf, RequestsOf } from '../kit/define.ts';
import { inventoryReads, inventoryWrites } from './inventory.ts';
import { orderItemReads, orderItemWrites } from './order-items.ts';
import { orderNoteWrites, orderReads, orderWrites } from './orders.ts';
import { orderStatisticsReads } from './order-statistics.ts';
import { settingsReads, settingsWrites } from './settings.ts';
import { userExportReads } from './user-export.ts';
import { userReads, userWrites } from './users.ts';

export const ordersReads = {
  ...orderReads,
  ...orderItemReads,
  ...userReads,
  ...userExportReads,
  ...addressReads,
  ...inventoryReads,
  ...cartReads,
  ...settingsReads,
  ...orderStatisticsReads,
  ...auditReads,
};
export const ordersWrites = {
  ...orderWrites,
  ...orderNoteWrites,
  ...orderItemWrites,
  ...userWrites,
  ...addressWrites,
  ...inventoryWrites,
  ...cartWrites,
  ...settingsWrites,
};

export type OrdersRequests = RequestsOf<typeof ordersReads>;
export type OrdersCommands = CommandsOf<typeof ordersWrites>;
