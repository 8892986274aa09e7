import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { EventChoice } from '#shared/contracts/kit/event-types.ts';
import { readLogPage, type FollowedEvent, type LogAnswer } from '#shared/engine/events/log-page.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { Place } from './cursor.ts';

interface LogRequest extends Partial<EventChoice> {
  after: Place | 'now';
  limit: number;
  owner?: number | null;
}

export interface LogRead {
  answer: LogAnswer;
  events: FollowedEvent[];
}

/** Throws while the service is unavailable. */
export type ReadServiceLog = (
  service: ServiceName,
  request: LogRequest,
  signal?: AbortSignal,
) => Promise<LogRead>;

/** If reads of a service fail repeatedly, logs only the first failure until a read of the service succeeds again. */
export function createReadServiceLog(services: Pick<ServiceClient, 'log'>, log: Log): ReadServiceLog {
  const failing = new Set<ServiceName>();
  return async (service, request, signal) => {
    try {
      const text = await services.log(service, `/events?${parametersOf(request).toString()}`, signal);
      failing.delete(service);
      return readLogPage(text);
    } catch (error) {
      if (!signal?.aborted && !failing.has(service)) {
        failing.add(service);
        log.warn({ err: error, service }, 'the events of a service cannot be read, and are delayed');
      }
      throw error;
    }
  };
}

function parametersOf({ after, limit, owner, type, subject }: LogRequest): URLSearchParams {
  const place =
    after === 'now'
      ? { after }
      : { after: after.epoch === null ? 'oldest' : after.position, epoch: after.epoch };
  const asked = { ...place, limit, owner, type, subject };
  return new URLSearchParams(
    Object.entries(asked)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]): [string, string] => [name, String(value)]),
  );
}
