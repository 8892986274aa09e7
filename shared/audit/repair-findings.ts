import type { mongo } from 'mongoose';
import type { Finding, Repair } from '../decide/audit-finding.ts';

/** Where a repair reads and writes, in a transaction of its own. */
export interface RepairIn {
  db: mongo.Db;
  session: mongo.ClientSession;
  /** Names the run that this repair is of. */
  run: string;
}

/** Mends one kind of damage on the data as it is by then; tells what was done, or why not. */
export type Repairs = Readonly<Record<string, (data: RepairIn, id: number | string) => Promise<string>>>;

/** Many findings of one record are mended at once. */
export function wantedRepairs(findings: readonly Finding[]): Repair[] {
  const wanted = findings.flatMap(({ repair }) =>
    repair === null ? [] : [[`${repair.kind} ${repair.id}`, repair] as const],
  );
  return [...new Map(wanted).values()];
}

/** Gives what was done; null: this service has no such repair. `isDry`: it is done, and taken back. */
export async function repairOne(
  { client, name }: { client: mongo.MongoClient; name: string },
  repairs: Repairs,
  { kind, id }: Repair,
  { isDry, run }: { isDry: boolean; run: string },
): Promise<string | null> {
  const mend = repairs[kind];
  if (!mend) return null;
  return client.withSession((session) =>
    session.withTransaction(
      async () => {
        const done = await mend({ db: client.db(name), session, run }, id);
        if (isDry) await session.abortTransaction();
        return done;
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    ),
  );
}
