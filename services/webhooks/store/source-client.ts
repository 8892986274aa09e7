import { Pool } from 'undici';
import { catalogReads } from '#shared/contracts/endpoints/catalog-service.ts';
import { ordersReads } from '#shared/contracts/endpoints/orders-service.ts';
import type { Reads } from '#shared/contracts/kit/define.ts';
import { proofHeaders, wrongSecret } from '#shared/platform/http/internal-auth.ts';
import { readLogPage, type FollowedEvent, type LogAnswer } from '#shared/engine/events/log-page.ts';
import type { PairSecret } from '#shared/platform/process/internal-secrets.ts';
import { followedServices, type FollowedService } from '../records/tables.ts';

export interface LogAsked {
  /** The position or time after which events are returned. */
  after: number | 'oldest' | 'now' | { since: string };
  limit: number;
  /** How long the response may wait for new events, or with `after: 'now'` until all committed events have positions. */
  waitMs?: number;
}

/** `log` and `record` throw while a service is unavailable. */
export interface Sources {
  log: (
    service: FollowedService,
    asked: LogAsked,
    signal: AbortSignal,
  ) => Promise<{ answer: LogAnswer; events: FollowedEvent[] }>;
  /** The position of the last event that each service has committed so far. Unavailable services are left out. */
  lastPositions: () => Promise<LastPositions>;
  /** The current state of the record to which an event's subject (`orders/12`) refers. Null: it is missing. */
  record: (subject: string) => Promise<unknown>;
  close: () => Promise<void>;
}

export type LastPositions = Partial<Record<FollowedService, number>>;

const reads: Readonly<Record<FollowedService, Reads>> = { catalog: catalogReads, orders: ordersReads };

/** The endpoint that reads one record of this kind: `orders.read` for the kind `orders`. */
function recordRead(kind: string) {
  const endpoint = `${kind}.read`;
  const service = followedServices.find((each) => Object.hasOwn(reads[each], endpoint));
  const [, parameter = ''] = /:(\w+)$/.exec((service && reads[service][endpoint]?.path) ?? '') ?? [];
  return service && { service, endpoint, parameter };
}

const timeouts = { headersTimeout: 10_000, bodyTimeout: 10_000 } as const;
const logTimeouts = { headersTimeout: 35_000, bodyTimeout: 35_000 } as const;

/**
 * The longest wait for the last position in a service's log when an endpoint is created. The service usually assigns positions
 * much faster.
 */
const placedMs = 2000;

export function createSources(
  services: Readonly<Record<FollowedService, { url: string; proof: PairSecret }>>,
): Sources {
  const connect = (service: FollowedService) => ({
    pool: new Pool(services[service].url, { connections: 16 }),
    headers: proofHeaders(services[service].proof),
  });
  const connections = { catalog: connect('catalog'), orders: connect('orders') };
  const refusal = (service: FollowedService, status: number, text: string): Error =>
    status === 404 && text === ''
      ? wrongSecret(service, services[service].proof)
      : new Error(`the ${service} service responded with status ${status}`);
  const log: Sources['log'] = async (service, asked, signal) => {
    const { pool, headers } = connections[service];
    const path = `/followed-events?${parametersOf(asked).toString()}`;
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers, signal, ...logTimeouts });
    const text = await body.text();
    if (statusCode !== 200) throw refusal(service, statusCode, text);
    return readLogPage(text);
  };
  return {
    log,
    lastPositions: async () => {
      const asked = followedServices.map(async (service) => {
        const signal = AbortSignal.timeout(2 * placedMs);
        const { answer } = await log(service, { after: 'now', limit: 0, waitMs: placedMs }, signal);
        return [service, answer.last] as const;
      });
      const answers = await Promise.allSettled(asked);
      return Object.fromEntries(
        answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])),
      );
    },
    record: async (subject) => {
      const [kind = '', id = ''] = subject.split('/');
      const read = recordRead(kind);
      if (!read) return null;
      const { service, endpoint, parameter } = read;
      const { pool, headers } = connections[service];
      const asked = encodeURIComponent(JSON.stringify(readRequest(parameter, Number(id))));
      const path = `/records/${endpoint}?request=${asked}`;
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers, ...timeouts });
      const text = await body.text();
      if (statusCode === 404 && text !== '') return null;
      if (statusCode !== 200) throw refusal(service, statusCode, text);
      return (JSON.parse(text) as { data?: unknown }).data ?? null;
    },
    close: async () => {
      await Promise.all(Object.values(connections).map(({ pool }) => pool.destroy()));
    },
  };
}

function readRequest(parameter: string, id: number) {
  return {
    params: { [parameter]: id },
    query: { search: null, filters: {}, sort: [], paging: { kind: 'all' } },
    caller: { area: 'admin', subject: 'webhooks', userId: null },
    language: 'en',
    url: '',
    parameters: [],
  };
}

function parametersOf({ after, limit, waitMs = 0 }: LogAsked): URLSearchParams {
  const place: Record<string, string> = typeof after === 'object' ? after : { after: String(after) };
  return new URLSearchParams({ ...place, limit: String(limit), wait: String(waitMs) });
}
