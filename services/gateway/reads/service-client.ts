import type { Readable } from 'node:stream';
import type { Response } from 'express';
import { Pool } from 'undici';
import type { Command, ReadRequest, ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import type { FieldError, ProblemDetails } from '#shared/errors.ts';
import { internalHeader } from '#shared/http/internal-auth.ts';
import type { Log } from '#shared/process/log.ts';
import { currentTraceHeaders, inClientSpan } from '#shared/telemetry/spans.ts';
import { passThrough } from './pass-through.ts';
import type { Refusal } from './pass-through.ts';

export interface ServiceClient {
  /** Streams a read's answer to the client as it comes. */
  read: (
    service: ServiceName,
    id: string,
    asked: ReadRequest,
    ifNoneMatch: string | undefined,
    to: Response,
  ) => Promise<void>;
  /** What else is wrong with a command whose shape is broken; nothing when the service can't be asked. */
  check: (service: ServiceName, draft: Command) => Promise<FieldError[]>;
  /** A JSON answer of a service's own route; null for 404. */
  ask: (service: ServiceName, method: 'GET' | 'POST', path: string, body?: unknown) => Promise<unknown>;
  /** The bytes of a service's own route; null for 404. */
  stream: (service: ServiceName, path: string) => Promise<Readable | null>;
  isReady: (service: ServiceName) => Promise<boolean>;
  close: () => Promise<void>;
}

const headersTimeout = 35_000;

export function createServiceClient(
  urls: Record<ServiceName, string>,
  secret: string,
  log: Log,
): ServiceClient {
  const options = {
    connections: 256,
    pipelining: 1,
    headersTimeout,
    bodyTimeout: 60_000,
    keepAliveTimeout: 30_000,
  };
  const pools = { catalog: new Pool(urls.catalog, options), orders: new Pool(urls.orders, options) };
  const identity = () => ({ [internalHeader]: secret, ...currentTraceHeaders() });

  const ask: ServiceClient['ask'] = async (service, method, path, body) => {
    const response = await reach(service, () =>
      pools[service].request({
        method,
        path,
        headers: { ...identity(), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    const answer = (await response.body.json()) as { problem?: ProblemDetails };
    if (response.statusCode === 404) return null;
    if (response.statusCode >= 400) throw problemFrom(answer.problem, service);
    return answer;
  };

  return {
    read: async (service, id, asked, ifNoneMatch, to) => {
      const path = `/reads/${id}?request=${encodeURIComponent(JSON.stringify(asked))}`;
      const refusal = await reach(service, () => {
        const known = ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch };
        const request = { method: 'GET', path, headers: { ...identity(), ...known } } as const;
        return passThrough(pools[service], request, to, (error) =>
          log.warn({ err: error, endpoint: id }, 'a read broke off'),
        );
      });
      if (refusal) throw problemFrom(problemIn(refusal), service);
    },
    check: async (service, draft) => {
      try {
        const answer = (await ask(service, 'POST', '/checks', draft)) as { errors: FieldError[] } | null;
        if (answer === null) throw new Problem('not_found');
        return answer.errors;
      } catch (error) {
        if (error instanceof Problem && error.status < 500) throw error;
        log.warn({ err: error, service }, 'references could not be checked');
        return [];
      }
    },
    ask,
    stream: async (service, path) => {
      const response = await reach(service, () =>
        pools[service].request({ method: 'GET', path, headers: identity() }),
      );
      if (response.statusCode === 200) return response.body;
      await response.body.dump();
      if (response.statusCode === 404) return null;
      throw unavailable(service);
    },
    isReady: async (service) => {
      try {
        const response = await pools[service].request({
          method: 'GET',
          path: '/health/ready',
          headersTimeout: 1000,
          bodyTimeout: 1000,
        });
        await response.body.dump();
        return response.statusCode === 200;
      } catch {
        return false;
      }
    },
    close: async () => {
      await Promise.all(Object.values(pools).map((pool) => pool.close()));
    },
  };
}

async function reach<T>(service: ServiceName, request: () => Promise<T>): Promise<T> {
  const attributes = { 'peer.service': `${service}-api` };
  try {
    return await inClientSpan(`HTTP ${service}`, attributes, request);
  } catch (error) {
    const problem = unavailable(service);
    problem.cause = error;
    throw problem;
  }
}

function unavailable(service: ServiceName): Problem {
  return new Problem('unavailable', {
    detail: `The ${service} service cannot be reached. Try again shortly.`,
    extra: { part: service },
    headers: { 'Retry-After': '2' },
  });
}

function problemIn({ text }: Refusal): ProblemDetails | undefined {
  return (JSON.parse(text) as { problem?: ProblemDetails }).problem;
}

function problemFrom(details: ProblemDetails | undefined, service: ServiceName): Problem {
  if (!details) return unavailable(service);
  const { code, ...rest } = details;
  if (code !== 'unavailable') return new Problem(code, rest);
  return new Problem(code, { ...rest, detail: `The database of the ${service} service cannot be reached.` });
}
