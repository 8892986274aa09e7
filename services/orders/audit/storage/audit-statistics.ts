import type { Looking } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { withSnapshot, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import { figuresOf, statisticsFindings } from '../figure-findings.ts';
import { addMoves, figureNames, type Cells, type CellsOf } from '../../statistics/cells.ts';
import { countedOrder, isCountable, type Countable } from '../../statistics/counted-order.ts';
import { countedFields, readCounted } from '../../statistics/storage/count-orders.ts';
import { cellsIn, stateId, statesIn } from '../../statistics/storage/statistics-model.ts';

const kindsOfCells: readonly CellsOf[] = ['days', 'hours', 'products', 'cities'];
const ordersAtOnce = 2000;
const noCells = (): Cells => new Map();

/** Compares each day's statistics with the orders of that day, in one snapshot. Does nothing while orders are still being counted. */
export const statisticsSection: AuditSection = {
  name: 'statistics',
  look: (looking, report) =>
    withSnapshot(looking.database, looking.ages, async (snapshot) => {
      const { db, session } = snapshot;
      const state = await statesIn(db).findOne({ _id: stateId }, { session });
      if (!state) return;
      const units = { timeZone: state.zone, decimals: state.decimals };
      const counted = await readCounted(snapshot, units);
      if (counted?.behindSince !== null) return;
      const judge = createJudge(snapshot, cellsOfMoves(counted.moves, units.timeZone));
      report.found(await judgeDays(looking, snapshot, units.timeZone, judge));
    }),
};

function cellsOfMoves(moves: Parameters<typeof addMoves>[1], timeZone: string): Cells {
  const cells: Cells = new Map();
  addMoves(cells, moves, localTimes(timeZone));
  return cells;
}

type JudgeDay = (day: string, there: Cells) => Promise<Finding[]>;

/** Reads orders sorted by creation time and judges one day at a time, so memory never holds more than two days. */
async function judgeDays(
  { pace, signal }: Looking,
  { db, session }: Snapshot,
  timeZone: string,
  judge: JudgeDay,
): Promise<Finding[]> {
  const timeOf = localTimes(timeZone);
  const findings: Finding[] = [];
  const open = new Map<string, Cells>();
  const judged = new Set<string>();
  const close = async (day: string): Promise<void> => {
    findings.push(...(await judge(day, open.get(day) ?? noCells())));
    open.delete(day);
    judged.add(day);
  };
  const found = db
    .collection<Partial<Countable>>('orders')
    .find({}, { projection: countedFields, session, batchSize: ordersAtOnce })
    .hint({ created_at: 1, _id: 1, status: 1, payment_method: 1 })
    .sort({ created_at: 1, _id: 1 });
  let [read, began] = [0, performance.now()];
  for await (const order of found) {
    if (isCountable(order)) {
      const { day } = timeOf(order.created_at);
      // If a clock is set back just after midnight, orders of two days are mixed. So a day is judged only when a third day begins.
      const [first] = open.keys();
      if (!open.has(day) && open.size === 2 && first !== undefined) await close(first);
      const cells = open.get(day) ?? noCells();
      addMoves(cells, [{ was: null, is: countedOrder(order) }], timeOf);
      open.set(day, cells);
    }
    read += 1;
    if (read % ordersAtOnce > 0) continue;
    signal.throwIfAborted();
    await pace(performance.now() - began);
    began = performance.now();
  }
  for (const day of [...open.keys()]) await close(day);
  for (const day of await daysCounted({ db, session })) if (!judged.has(day)) await close(day);
  return findings;
}

async function daysCounted({ db, session }: Snapshot): Promise<string[]> {
  const days = cellsIn(db).find(
    { _id: { $gte: 'days/', $lt: 'days0' } },
    { session, projection: { day: 1 } },
  );
  return (await days.toArray()).map(({ day }) => day);
}

function createJudge({ db, session }: Snapshot, waiting: Cells): JudgeDay {
  return async (day, there) => {
    const ofDay = kindsOfCells.map((of) => ({ _id: { $gte: `${of}/${day}/`, $lt: `${of}/${day}0` } }));
    const kept = await cellsIn(db).find({ $or: ofDay }, { session, useBigInt64: true }).toArray();
    const counted = figuresOf(new Map([...waiting].filter(([, cell]) => cell.day === day)));
    for (const cell of kept) {
      for (const name of figureNames) {
        for (const [kind, figure] of Object.entries(cell[name] ?? {})) {
          const key = `${cell._id} ${name}.${kind}`;
          counted.set(key, (counted.get(key) ?? 0n) + BigInt(String(figure)));
        }
      }
    }
    return statisticsFindings(day, figuresOf(there), counted);
  };
}
