import type { AuditRuleName } from '../../contracts/audit-rules.ts';

/** A repair that needs no operator, because other data determines the right value. */
export interface Repair {
  kind: string;
  id: number | string;
}

/** One broken invariant of the stored data. */
export interface Finding {
  rule: AuditRuleName;
  /** The record, such as `orders/12`. */
  subject: string;
  detail: string;
  /** The repair of the finding. Null if an operator has to decide. */
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

export function damaged(subject: string, fault: string): Finding {
  return finding(
    'record-damaged',
    subject,
    `${fault}: the record is shown as unreadable, and every change of it is rejected`,
  );
}

/** Makes a check that finds only one fault in a record: that it is damaged. The finding's subject is `collection/id`. */
export function damagedBy<R extends { _id: unknown }>(
  collection: string,
  faultOf: (record: R) => string | null,
): (record: R) => Finding[] {
  return (record) => {
    const fault = faultOf(record);
    return fault === null ? [] : [damaged(`${collection}/${String(record._id)}`, fault)];
  };
}

/** Runs `judge` on one record. If the record's shape makes `judge` throw, the result is a finding that the record is damaged. */
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
