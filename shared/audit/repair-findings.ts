import type { mongo } from 'mongoose';
import type { Finding, Repair } from '../decide/audit-finding.ts';
import type { Snapshot } from '../mongo/snapshot.ts';

/** Where a repair reads and writes, in a transaction of its own. */
export interface RepairIn extends Snapshot {
  /** Names the run that this repair is part of. */
  run: string;
}

/** What becomes of a difference between two sides of the data, once it is known which side is right. */
export interface Judgement {
  /** The finding as the report has it: its rule may be a more exact one, and its `repair` is null where a person decides. */
  found: (one: Finding) => Finding;
  /** Writes what follows from the side that is right, and says what it wrote. A text: why it writes nothing. */
  write: ((data: RepairIn) => Promise<string>) | string;
}

/**
 * Decides, for one kind of finding, which side of the data is right. It only reads, and only from the database that it is given. It is asked twice: in a snapshot for the report, and
 * again in the transaction of the repair.
 */
export type Judge = (data: Snapshot, id: number | string) => Promise<Judgement>;
export type Repairs = Readonly<Record<string, Judge>>;

/** The repair follows from the side that is right. */
export function writes(write: (data: RepairIn) => Promise<string>): Judgement {
  return { found: (one) => one, write };
}

/** A person decides. `rule` and `subject`: what is wrong, where that is more than the difference. */
export function leaves(
  subject: string,
  why: string,
  more: Partial<Pick<Finding, 'rule' | 'subject'>> = {},
): Judgement {
  return {
    found: (one) => ({ ...one, detail: `${one.detail}; ${why}`, ...more, repair: null }),
    write: `${subject} is left: ${why}`,
  };
}

/** The difference is gone. */
export function isRight(subject: string): Judgement {
  return { found: (one) => one, write: `${subject} is right by now` };
}

/** Findings as they are once each is judged. Several of one record are judged once. */
export async function judgeFindings(
  findings: readonly Finding[],
  judges: Repairs,
  data: Snapshot,
): Promise<Finding[]> {
  const known = new Map<string, Judgement>();
  const judged: Finding[] = [];
  for (const one of findings) {
    const judge = one.repair && judges[one.repair.kind];
    if (!one.repair || !judge) {
      judged.push(one);
      continue;
    }
    const key = keyOf(one.repair);
    const judgement = known.get(key) ?? (await judge(data, one.repair.id));
    known.set(key, judgement);
    judged.push(judgement.found(one));
  }
  return judged;
}

/** Several findings of one record are repaired at once. */
export function wantedRepairs(findings: readonly Finding[]): Repair[] {
  const wanted = findings.flatMap(({ repair }) =>
    repair === null ? [] : [[keyOf(repair), repair] as const],
  );
  return [...new Map(wanted).values()];
}

function keyOf({ kind, id }: Repair): string {
  return `${kind} ${id}`;
}

/** Says what it did; null: this service has no such repair. `isDry`: the transaction is rolled back. */
export async function repairOne(
  { client, name }: { client: mongo.MongoClient; name: string },
  repairs: Repairs,
  { kind, id }: Repair,
  { isDry, run }: { isDry: boolean; run: string },
): Promise<string | null> {
  const judge = repairs[kind];
  if (!judge) return null;
  return client.withSession((session) =>
    session.withTransaction(
      async () => {
        const data = { db: client.db(name), session, run };
        const { write } = await judge(data, id);
        const done = typeof write === 'string' ? write : await write(data);
        if (isDry) await session.abortTransaction();
        return done;
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    ),
  );
}
