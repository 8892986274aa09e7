import { runAdmin } from './admin-workload.ts';
import type { ChaosRun } from './chaos-context.ts';
import { runClerk } from './record-workload.ts';
import { rest, runShopper } from './workload.ts';

const admins = 3;
const clerks = 2;
const readers = 2;

/** Runs all writers and readers until the run ends. */
export function startWork(
  run: Pick<ChaosRun, 'shop' | 'clientOf' | 'shopperClientOf' | 'random' | 'pace' | 'register'>,
): Promise<unknown> {
  const { shop, clientOf, shopperClientOf, random, pace } = run;
  const actor = (name: string, of = clientOf) => ({ client: of(name), random: random.fork(), shop, pace });
  const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);
  return Promise.all([
    ...shop.shoppers.map((shopper, index) => runShopper(actor(`shopper-${index}`, shopperClientOf), shopper)),
    ...numbered(admins).map((index) => runAdmin(actor(`admin-${index}`))),
    ...numbered(clerks).map((index) => runClerk(actor(`clerk-${index}`))),
    ...numbered(readers).map((index) => runReader(actor(`reader-${index}`), run.register)),
  ]);
}

/** Reads recently written records. No read may return an older version than an earlier response. */
async function runReader(
  { client, random, pace }: Parameters<typeof runAdmin>[0],
  register: ChaosRun['register'],
): Promise<void> {
  while (!pace.isOver) {
    await register.readOne(client);
    await rest({ pace, random });
  }
}
