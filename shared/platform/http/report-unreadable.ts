import type { ReportUnreadable } from '../../engine/lists/unreadable-record.ts';
import type { Log } from '../process/log.ts';
import { unreadableRecords } from '../telemetry/metrics.ts';

export function createReportUnreadable(log: Log): ReportUnreadable {
  return (record, error) => {
    unreadableRecords.add(1);
    log.error({ err: error, record }, 'a record cannot be read');
  };
}
