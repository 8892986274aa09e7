import type { ReportUnreadable } from '../lists/unreadable-record.ts';
import type { Log } from '../../platform/process/log.ts';
import { unreadableRecords } from '../../platform/telemetry/metrics.ts';

export function createReportUnreadable(log: Log): ReportUnreadable {
  return (record, error) => {
    unreadableRecords.add(1);
    log.error({ err: error, record }, 'a record cannot be read');
  };
}
