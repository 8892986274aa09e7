/** A stored record that cannot be shown; an operator has to restore it. */
export class UnreadableRecord extends Error {
  constructor(id: unknown, cause: unknown) {
    super(
      `The record ${String(id)} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.name = 'UnreadableRecord';
  }
}

/** Called for each damaged record in a response, such as `orders/12`. */
export type ReportUnreadable = (record: string, error: unknown) => void;

/** The record as `render` shows it; throws an `UnreadableRecord` with the record's id if that fails. */
export function renderRecord<R extends object, Shown>(record: R, render: (record: R) => Shown): Shown {
  try {
    return render(record);
  } catch (error) {
    throw new UnreadableRecord((record as { _id?: unknown })._id, error);
  }
}

/** A row of a list. A row that cannot be shown has its id and `unreadable`, so that the other rows are still shown. */
export function renderRow<R extends { _id: number }>(
  row: R,
  render: (row: R) => unknown,
  { collection, unreadable }: { collection: string; unreadable: ReportUnreadable },
): unknown {
  try {
    return render(row);
  } catch (error) {
    unreadable(`${collection}/${row._id}`, error);
    return { id: row._id, unreadable: true };
  }
}
