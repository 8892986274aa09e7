import type { AuditRuleName } from '../../contracts/audit-rules.ts';

/** A repair for which no operator is needed, because other data shows the right value. */
export interface Repair {
  kind: string;
  id: number | string;
}

/** A contradiction in the stored data. */
export interface Finding {
  rule: AuditRuleName;
  /** The record, such as `orders/12`. */
  subject: string;
  detail: string;
  /** Null if an operator must decide. */
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

/** One finding that lists all faults of a record. Empty if there are none. `wrong`: a text for each fault; false for no fault. */
export function findingOfAll(
  rule: AuditRuleName,
  subject: string,
  wrong: readonly (string | false)[],
  unit = '',
): Finding[] {
  const details = wrong.filter((detail) => detail !== false);
  return details.length === 0 ? [] : [finding(rule, subject, `${details.join(', ')}${unit}`)];
}

/** Makes a check that reports a damaged record (subject: `collection/id`), and lets `otherwise` judge any other record. */
export function damagedBy<R extends { _id: unknown }>(
  collection: string,
  faultOf: (record: R) => string | null,
  otherwise: (record: R) => Finding[] = () => [],
): (record: R) => Finding[] {
  return (record) => {
    const fault = faultOf(record);
    return fault === null ? otherwise(record) : [damaged(`${collection}/${String(record._id)}`, fault)];
  };
}

/**
 * Runs `judge` on one record. If `judge` throws, the finding says that the record is damaged. Unless the collection `hasTextIds`,
 * a record whose id is not a number is damaged too, because the services write only numeric ids.
 */
export function judged<R extends { _id: unknown }>(
  collection: string,
  record: R,
  judge: (record: R) => Finding[],
  { hasTextIds = false } = {},
): Finding[] {
  const subject = `${collection}/${String(record._id)}`;
  if (!hasTextIds && typeof record._id !== 'number') return [damaged(subject, 'its id is not a number')];
  try {
    return judge(record);
  } catch (error) {
    return [damaged(subject, `it cannot be judged (${String(error)})`)];
  }
}
