import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { Pool, type Dispatcher } from 'undici';
import { byService, type Command, type ReadRequest, type ServiceName } from '#shared/contracts/kit/define.ts';
import {
  detail,
  Problem,
  retryLater,
  type FieldError,
  type ProblemDetails,
} from '#shared/contracts/errors.ts';
import { proofHeaders, wrongSecret } from '#shared/platform/http/internal-auth.ts';
import { logCertificateFaults } from '#shared/platform/process/certificate-fault.ts';
import type { PairSecret } from '#shared/platform/process/internal-secrets.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';
import { currentTraceHeaders, inClientSpan } from '#shared/platform/telemetry/spans.ts';
import type { ReadEndpoint } from '../http/routes.ts';
import type { ReadKind } from '../limits/open-reads.ts';
import { passThrough } from './pass-through.ts';

/** All methods except `check` and `isReady` throw `unavailable` when a service is down. */
export interface ServiceClient {
  read: (asked: AskedRead, to: Response) => Promise<void>;
  /** Finds further errors in an invalid command, which only the service's data shows. Empty when the service is unavailable. */
  check: (service: ServiceName, draft: Command) => Promise<FieldError[]>;
  /** Calls an internal route. Resolves with null for 404. */
  ask: (service: ServiceName, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>;
  /** Calls an internal route whose response is streamed, on a connection for this kind of read. Resolves with null for 404. */
  stream: (service: ServiceName, path: string, kind: ReadKind) => Promise<Readable | null>;
  /** Reads a page of a service's event log. */
  log: (service: ServiceName, path: string, signal?: AbortSignal) => Promise<string>;
  isReady: (service: ServiceName) => Promise<boolean>;
  close: () => Promise<void>;
}

export interface AskedRead {
  endpoint: Pick<ReadEndpoint, 'id' | 'service'>;
  request: ReadRequest;
  /** Selects the connection pool. */
  kind: ReadKind;
  ifNoneMatch: string | undefined;
}

/**
 * The maximum number of connections to a service. Each kind of read has its own limit, so that slow reads block neither writes
 * nor health checks. A service reads whole lists one after another, so a few connections are as fast as many. A few scans (reads
 * that may visit every record) keep the database busy. `clientScan` is for scans that shoppers request. On two cores, two such
 * scans would leave no core for other reads, so the limit is then 1.
 */
export const connections = {
  export: 4,
  whole: 8,
  clientWhole: 8,
  scan: 4,
  clientScan: availableParallelism() > 2 ? 2 : 1,
  brief: 256,
  questions: 128,
  log: 8,
} as const;

const poolOptions: Pool.Options = {
  pipelining: 1,
  // Longer than a service's time limit for lists, so that the service's own error arrives first.
  headersTimeout: 35_000,
  bodyTimeout: 60_000,
  keepAliveTimeout: 30_000,
};
/** Reading one record takes milliseconds. If a service hangs, the client must get an error before the client gives up. */
const briefTimeoutMs = 15_000;
const readyTimeoutMs = 1000;
/** If a service hangs, an invalid write must still get an error before the client gives up. */
const checkTimeoutMs = 3000;

export function createServiceClient(
  services: Record<ServiceName, { url: string; proof: PairSecret }>,
  log: Log,
): ServiceClient {
  const pools = byService((service) =>
    poolsTo(services[service].url, logCertificateFaults(`The ${service} service`, log)),
  );
  const proofs = byService((service) => proofHeaders(services[service].proof));
  /** Call this within the span of each request, because the headers carry that span's trace. */
  const headers = (service: ServiceName) => ({ ...proofs[service], ...currentTraceHeaders() });
  /** The error for a service with another secret for this gateway: such a service responds with 404 and no body. */
  const refusedCaller = (service: ServiceName) =>
    unavailable(service, wrongSecret(service, services[service].proof));
  const healths = byService((service) => healthOf(pools[service].questions));

  /** Reads a whole response. A service's response without a body means that it rejected the caller. */
  async function askText(
    service: ServiceName,
    kind: 'questions' | 'log',
    { body, ...options }: Pick<Dispatcher.RequestOptions, 'method' | 'path' | 'signal'> & { body?: unknown },
  ): Promise<{ statusCode: number; text: string }> {
    const answer = await reach(service, async () => {
      const json = body !== undefined && { 'content-type': 'application/json' };
      const response = await pools[service][kind].request({
        ...options,
        headers: { ...headers(service), ...json },
        body: body === undefined ? null : JSON.stringify(body),
      });
      return { statusCode: response.statusCode, text: await response.body.text() };
    });
    if (answer.text === '') throw refusedCaller(service);
    return answer;
  }

  const ask: ServiceClient['ask'] = async (service, method, path, body) => {
    const { statusCode, text } = await askText(service, 'questions', { method, path, body });
    const answer = JSON.parse(text) as Refused;
    if (statusCode === 404) return null;
    if (statusCode >= 400) throw problemFrom(answer, service);
    return answer;
  };

  return {
    read: async ({ endpoint: { id, service }, request, kind, ifNoneMatch }, to) => {
      const path = `/reads/${id}?request=${encodeURIComponent(JSON.stringify(request))}`;
      const condition = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
      const refusal = await reach(service, () => {
        const options = { method: 'GET', path, headers: { ...headers(service), ...condition } } as const;
        return passThrough(pools[service][kind], options, to, (error) =>
          log.warn({ err: error, endpoint: id }, 'a response broke off before its end'),
        );
      });
      if (refusal?.text === '') throw refusedCaller(service);
      if (refusal) throw problemFrom(JSON.parse(refusal.text) as Refused, service);
    },
    check: async (service, draft) => {
      try {
        const answer = await withTimeout(ask(service, 'POST', '/checks', draft), checkTimeoutMs);
        if (answer === null) throw new Problem('not_found');
        return (answer as { errors: FieldError[] }).errors;
      } catch (error) {
        if (error instanceof Problem && error.status < 500) throw error;
        log.warn(
          { err: error, service },
          'could not check the rules of an invalid write that depend on stored data',
        );
        return [];
      }
    },
    ask,
    stream: async (service, path, kind) => {
      const { statusCode, body } = await reach(service, () =>
        pools[service][kind].request({ method: 'GET', path, headers: headers(service) }),
      );
      if (statusCode === 200) return body;
      await body.dump().catch(() => undefined);
      if (statusCode === 404) return null;
      throw unavailable(service);
    },
    log: async (service, path, signal) => {
      const asked = { method: 'GET', path, ...(signal && { signal }) } as const;
      const { statusCode, text } = await askText(service, 'log', asked);
      if (statusCode === 200) return text;
      throw unavailable(service, new Error(`it answered with status ${statusCode}`));
    },
    isReady: (service) => healths[service](),
    close: async () => {
      const all = Object.values(pools).flatMap((ofService) => Object.values(ofService));
      await Promise.all(all.map((pool) => pool.close()));
    },
  };
}

function poolsTo(
  url: string,
  notConnected: (error: Error) => void,
): Readonly<Record<keyof typeof connections, Pool>> {
  const pools = Object.entries(connections).map(([kind, most]) => {
    const ofKind = kind === 'brief' && { headersTimeout: briefTimeoutMs };
    const pool = new Pool(url, { ...poolOptions, ...ofKind, connections: most });
    return [kind, pool.on('connectionError', (_url, _targets, error) => notConnected(error))];
  });
  return Object.fromEntries(pools) as Record<keyof typeof connections, Pool>;
}

/** Health checks need no token and may be frequent, so concurrent checks share one request to the service. */
function healthOf(pool: Pool): () => Promise<boolean> {
  const ask = async () => {
    // A signal also limits the time to connect. The pool's own timeout is longer than a health probe waits for the gateway.
    const signal = AbortSignal.timeout(readyTimeoutMs);
    const response = await pool.request({ method: 'GET', path: '/health/ready', signal });
    await response.body.dump();
    return response.statusCode === 200;
  };
  let asked: Promise<boolean> | undefined;
  return () =>
    (asked ??= ask()
      .catch(() => false)
      .finally(() => (asked = undefined)));
}

async function reach<T>(service: ServiceName, request: () => Promise<T>): Promise<T> {
  const attributes = { 'peer.service': `${service}-api` };
  try {
    return await inClientSpan(`HTTP ${service}`, attributes, request);
  } catch (error) {
    throw unavailable(service, error);
  }
}

function unavailable(service: ServiceName, cause?: unknown): Problem {
  return retryLater('unavailable', detail('service_unavailable', { service }), { part: service }, 2, cause);
}

interface Refused {
  problem?: ProblemDetails;
}

function problemFrom({ problem }: Refused, service: ServiceName): Problem {
  if (!problem) return unavailable(service);
  const { code, ...details } = problem;
  if (code !== 'unavailable' || details.detail !== undefined) return new Problem(code, details);
  return new Problem(code, { ...detail('database_unavailable', { service }), ...details });
}
