/** Compares two values of a list field in MongoDB's sort order: null first, then numbers, texts or booleans of one type. */
export function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  if (a === null || a === undefined) return b === null || b === undefined ? 0 : -1;
  if (b === null || b === undefined) return 1;
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return Number(a) - Number(b);
}

type Row = Readonly<Record<string, unknown>>;
const operators: Readonly<Record<string, (value: unknown, operand: unknown) => boolean>> = {
  $gt: (value, operand) => sameKind(value, operand) && compare(value, operand) > 0,
  $gte: (value, operand) => sameKind(value, operand) && compare(value, operand) >= 0,
  $lt: (value, operand) => sameKind(value, operand) && compare(value, operand) < 0,
  $ne: (value, operand) => compare(value, operand) !== 0,
  $in: (value, operand) => (operand as unknown[]).some((one) => compare(value, one) === 0),
};

/** MongoDB compares only values of the same type, so null is not less than 5. */
function sameKind(a: unknown, b: unknown): boolean {
  return a !== null && a !== undefined && typeof a === typeof b;
}

/** Whether a row matches a filter. Supports the MongoDB operators that lists use. */
export function matches(filter: Readonly<Record<string, unknown>>, row: Row): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '$and') return (wanted as Row[]).every((one) => matches(one, row));
    if (name === '$or') return (wanted as Row[]).some((one) => matches(one, row));
    const value = row[name];
    if (typeof wanted !== 'object' || wanted === null) return compare(value, wanted) === 0;
    return Object.entries(wanted).every(([operator, operand]) => {
      const test = operators[operator];
      if (!test) throw new Error(`matches() supports no operator ${operator}`);
      return test(value, operand);
    });
  });
}
