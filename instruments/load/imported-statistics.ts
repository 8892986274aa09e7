import { setTimeout as sleep } from 'node:timers/promises';

import { driverDatabase } from '#shared/mongo/connect.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { addMoves } from '#services/orders/rules/statistics/cells.ts';
import type { Cells } from '#services/orders/rules/statistics/cells.ts';
import { countedOrder } from '#services/orders/rules/statistics/counted-order.ts';
import { localTimes } from '#services/orders/rules/statistics/local-time.ts';
import {
  cellOperations,
  cellsIn,
  stateId,
  statesIn,
} from '#services/orders/storage/statistics/statistics-model.ts';
import type { Order } from '#services/orders/rules/tables.ts';

const patienceMs = 60_000;
const pauseMs = 200;

/** Adds orders to the statistics that the store's keeper has begun: no event tells it of what is imported. */
export async function importedStatistics(
  database: Database,
): Promise<(orders: readonly Order[]) => Promise<void>> {
  const db = driverDatabase(database);
  const until = Date.now() + patienceMs;
  // While it counts what is there, it would count these too.
  for (;;) {
    const state = await statesIn(db).findOne({ _id: stateId });
    if (state?.up_to === null && state.anew === undefined) break;
    if (Date.now() > until) throw new Error('The statistics of orders are not counted');
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
