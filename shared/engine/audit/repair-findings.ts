import type { mongo } from 'mongoose';
import type { Finding, Repair } from '../decide/audit-finding.ts';
import type { Snapshot } from '../../platform/mongo/snapshot.ts';

export interface RepairIn extends Snapshot {
  run: string;
}

/** The result of judging a difference between two parts of the data. */
export interface Judgement {
  /**
   * Returns the finding for the report, perhaps with a more exact rule. The finding's `repair` is null if an operator has to
   * decide.
   */
  found: (one: Finding) => Finding;
  /** A function that writes the repair and returns its description, or a string that says why nothing is written. */
  write: ((data: RepairIn) => Promise<string>) | string;
}

/**
 * Decides for one kind of finding which of two conflicting values is right. A judge only reads, and only from
 * the given database. A judge runs twice: in a snapshot for the report, and again in the transaction of the repair.
 */
export type Judge = (data: Snapshot, id: number | string) => Promise<Judgement>;
export type Repairs = Readonly<Record<string, Judge>>;

/** The judgement if the right value is known: `write` repairs the difference. */
export function writes(write: (data: RepairIn) => Promise<string>): Judgement {
  return { found: (one) => one, write };
}

/**
 * The judgement if an operator has to decide. `more` replaces the finding's rule or subject if the judge found a larger
 * fault.
 */
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

/** The judgement if the difference no longer exists, so that nothing is repaired. */
export function isRight(subject: string): Judgement {
  return { found: (one) => one, write: `${subject} is right now` };
}

/** Judges findings. Findings with the same repair are judged once. */
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

export function wantedRepairs(findings: readonly Finding[]): Repair[] {
  const wanted = findings.flatMap(({ repair }) =>
    repair === null ? [] : [[keyOf(repair), repair] as const],
  );
  return [...new Map(wanted).values()];
}

function keyOf({ kind, id }: Repair): string {
  return `${kind} ${id}`;
}

/** Makes one repair. Returns its description; null if the service has no such repair. `isDry`: the transaction is rolled back. */
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
