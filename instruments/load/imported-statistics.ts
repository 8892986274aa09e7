import { setTimeout as sleep } from 'node:timers/promises';

import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { addMoves, type Cells } from '#services/orders/statistics/cells.ts';
import { countedOrder } from '#services/orders/statistics/counted-order.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import {
  cellOperations,
  cellsIn,
  stateId,
  statesIn,
} from '#services/orders/statistics/storage/statistics-model.ts';
import type { Order } from '#services/orders/records/tables.ts';

const patienceMs = 60_000;
const pauseMs = 200;

/** Adds imported orders to the statistics, because imported orders have no events. */
export async function importedStatistics(
  database: Database,
): Promise<(orders: readonly Order[]) => Promise<void>> {
  const db = driverDatabase(database);
  const until = Date.now() + patienceMs;
  // Waits for the first full count, which would otherwise count the imported orders a second time.
  for (;;) {
    const state = await statesIn(db).findOne({ _id: stateId });
    if (state?.up_to === null && state.recount === undefined) break;
    if (Date.now() > until) throw new Error('The first count of the order statistics did not end');
    await sleep(pauseMs);
  }
  const timeOf = localTimes('UTC');
  return async (orders) => {
    const cells: Cells = new Map();
    addMoves(
      cells,
      orders.map((order) => ({ was: null, is: countedOrder(order) })),
      timeOf,
    );
    await cellsIn(db).bulkWrite(cellOperations(cells), { ordered: false });
  };
}
