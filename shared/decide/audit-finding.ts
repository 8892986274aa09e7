import type { AuditRuleName } from '../contracts/audit-rules.ts';

/** How a finding can be mended without a decision, since it follows from other data: a kind of repair and what it is for. */
export interface Repair {
  kind: string;
  id: number | string;
}

/** One broken invariant of the store's data. */
export interface Finding {
  rule: AuditRuleName;
  /** `inventory/7`, `orders/12`. */
  subject: string;
  detail: string;
  /** Null: a person has to decide. */
  repair: Repair | null;
}

export function finding(
  rule: AuditRuleName,
  subject: string,
  detail: string,
  repair: Repair | null = null,
): Finding {
  return { rule, subject, detail, repair };
}

/** A record that nobody can read or change. */
export function damaged(subject: string, fault: string): Finding {
  return finding(
    'record-damaged',
    subject,
    `${fault}: it is shown as unreadable, and every change of it is refused`,
  );
}

/** What a judge of one record finds; data of a shape that it cannot take is a finding itself. */
export function judged<R extends { _id: unknown }>(
  collection: string,
  record: R,
  judge: (record: R) => Finding[],
): Finding[] {
  try {
    return judge(record);
  } catch (error) {
    return [damaged(`${collection}/${String(record._id)}`, `it cannot be judged (${String(error)})`)];
  }
}
