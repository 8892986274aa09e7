import type { Log } from '../../platform/process/log.ts';
import { unreadableRecords } from '../../platform/telemetry/metrics.ts';

/** A stored record that cannot be shown. An operator must restore it. */
export class UnreadableRecord extends Error {
  constructor(id: unknown, cause: unknown) {
    super(
      `The record ${String(id)} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
    this.name = 'UnreadableRecord';
  }
}

/** Called for each damaged record in a response. `record`: such as `orders/12`. */
export type ReportUnreadable = (record: string, error: unknown) => void;

/** Renders a record. If `render` throws, throws an `UnreadableRecord` with the record's id. */
export function renderRecord<R extends object, Shown>(record: R, render: (record: R) => Shown): Shown {
  try {
    return render(record);
  } catch (error) {
    throw new UnreadableRecord((record as { _id?: unknown })._id, error);
  }
}

/** If `render` throws, the row has only the id and `unreadable: true`, so that the other rows are still shown. */
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

export function createReportUnreadable(log: Log): ReportUnreadable {
  return (record, error) => {
    unreadableRecords.add(1);
    log.error({ err: error, record }, 'a record cannot be read');
  };
}
