import type { Command } from '#shared/contracts/kit/define.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { createDiscardParked } from '#services/orders/erasure/storage/discard-parked.ts';
import { erasedPeople, type CleaningStep } from '#services/orders/erasure/storage/erased-people.ts';
import type { Erasure } from '#services/orders/records/tables.ts';
import { createUserExport } from '#services/orders/user-export.ts';
import { aProduct, command } from '../../unit/support/orders-world.ts';
import { openOrders, runEach } from './own-orders.ts';
import { quiet } from './own-servers.ts';

export type ErasingOrders = Awaited<ReturnType<typeof openErasingOrders>>;

/** An orders service that sells product 1, with the data export and the erasure of users. */
export async function openErasingOrders() {
  const own = await openOrders();
  const db = driverDatabase(own.database);
  const run = own.runner();
  await own.models.products.collection.insertOne(aProduct(1) as never);
  const does = (...commands: Command[]) => runEach(run, commands);
  const readExport = createUserExport(own.models, { log: quiet, decimals: 2 });

  const clean = async (user: number, steps: readonly CleaningStep[]): Promise<void> => {
    const context = { db, run, decimals: 2, log: quiet };
    for (const step of steps) {
      const people = erasedPeople(await db.collection<Erasure>('erasures').find({ _id: user }).toArray());
      for (let after = await step(context, people, null); after !== null;)
        after = await step(context, people, after);
    }
  };

  return {
    ...own,
    db,
    run,
    /** Executes each command in a separate batch. Throws if a command fails. */
    does,
    /** Runs these steps of a cleaning round, each to its end. */
    clean,
    erase: async (user: number, steps: readonly CleaningStep[] = []): Promise<void> => {
      await does(command('users.delete', { params: { user }, body: {} }));
      await clean(user, steps);
    },
    /** The JSON text of the user's data export. */
    exported: async (user: number): Promise<string> => {
      const answer = await readExport({ params: { user }, language: 'en' } as never);
      if (answer.kind !== 'file') throw new Error('The export is no file');
      return (await Array.fromAsync(answer.pieces)).join('');
    },
  };
}

/** The cleaning step for parked commands, with an empty queue of them. */
export const discardParked = createDiscardParked(() =>
  Promise.resolve({ take: () => Promise.resolve([]), close: () => Promise.resolve() } as never),
);
