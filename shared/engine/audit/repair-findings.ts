import type { mongo } from 'mongoose';
import type { Finding, Repair } from '../decide/audit-finding.ts';
import type { Snapshot } from '../../platform/mongo/snapshot.ts';

/** A judge's decision about a finding: which of two contradicting parts of the data is right. */
export interface Judgement {
  /** The finding for the report, perhaps with a more exact rule. Its `repair` is null if an operator must decide. */
  found: (one: Finding) => Finding;
  /**
   * Writes the repair in the judge's session, which must have a transaction. Returns the repair's description, or why nothing is
   * written. `run` identifies the audit run.
   */
  write: (run: string) => Promise<string>;
}

/**
 * Decides for one kind of finding which of two contradicting values is right. A judge only reads. It runs in a snapshot for the
 * report, and again in the transaction of the repair.
 */
export type Judge = (data: Snapshot, id: number | string) => Promise<Judgement>;
export type Repairs = Readonly<Record<string, Judge>>;

/** The judgement that the right value is known. `write` repairs the wrong one. */
export function writes(write: Judgement['write']): Judgement {
  return { found: (one) => one, write };
}

/** The judgement that an operator must decide. `more` replaces the rule or subject if the judge found a larger fault. */
export function leaves(
  subject: string,
  why: string,
  more: Partial<Pick<Finding, 'rule' | 'subject'>> = {},
): Judgement {
  return {
    found: (one) => ({ ...one, detail: `${one.detail}; ${why}`, ...more, repair: null }),
    write: async () => `${subject} is left: ${why}`,
  };
}

/** The judgement that the contradiction no longer exists. `write` changes nothing. */
export function isRight(subject: string): Judgement {
  return writes(async () => `${subject} needs no repair any more`);
}

/** Judges findings. Several findings with the same repair are judged once. */
export async function judgeFindings(
  findings: readonly Finding[],
  judges: Repairs,
  data: Snapshot,
): Promise<Finding[]> {
  const judgements = new Map<string, Judgement>();
  for (const { kind, id } of wantedRepairs(findings)) {
    const judgement = await judges[kind]?.(data, id);
    if (judgement) judgements.set(`${kind} ${id}`, judgement);
  }
  return findings.map((one) => {
    const judgement = one.repair && judgements.get(`${one.repair.kind} ${one.repair.id}`);
    return judgement ? judgement.found(one) : one;
  });
}

export function wantedRepairs(findings: readonly Finding[]): Repair[] {
  const repairs = findings.flatMap(({ repair }) => repair ?? []);
  return [...new Map(repairs.map((repair) => [`${repair.kind} ${repair.id}`, repair])).values()];
}

/** Returns the repair's description, or null if the service has no such repair. `isDry` rolls the transaction back. */
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
        const { write } = await judge({ db: client.db(name), session }, id);
        const done = await write(run);
        if (isDry) await session.abortTransaction();
        return done;
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    ),
  );
}
