import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { AnyRead, Command, ReadRequest, Reads } from '../../contracts/kit/define.ts';
import { exportOf } from '../../contracts/kit/exports.ts';
import type { StoreLocale } from '../../contracts/kit/fields.ts';
import { Problem, type FieldError } from '../../contracts/errors.ts';
import { listName } from '../exports/export-file.ts';
import type { PairSecret } from '../../platform/process/internal-secrets.ts';
import type { Log } from '../../platform/process/log.ts';
import { UnreadableRecord } from '../lists/unreadable-record.ts';
import { isServerFault } from '../../platform/mongo/faults.ts';
import { unreadableRecords } from '../../platform/telemetry/metrics.ts';
import { sendMetrics } from '../../platform/telemetry/metrics-endpoint.ts';
import { observeParts } from '../../platform/telemetry/observe.ts';
import { inClientSpan } from '../../platform/telemetry/spans.ts';
import { callerOnly } from '../../platform/http/internal-auth.ts';
import { observeRequests, nameRoute } from '../../platform/http/observe-requests.ts';
import { sendRead, type ReadAnswer } from './read-answer.ts';
import type { AskedExport } from './send-export.ts';

/** One handler per read. A missing handler is a compile error. */
export type ReadHandlers<Requests> = {
  readonly [Id in keyof Requests]: (request: Requests[Id]) => Promise<ReadAnswer>;
};

export interface ServiceAppOptions<Requests> {
  caller: PairSecret;
  reads: ReadHandlers<Requests>;
  /** The reads' declarations. Without them, the service offers no lists as files, and each ETag has a digest of the response. */
  declared?: Reads;
  /** Formats amounts and times in exported files. Without it, the service offers no lists as files. */
  locale?: StoreLocale;
  /** Checks an invalid command by the rules that need stored data, and returns further errors. */
  check: (draft: Command) => Promise<FieldError[]>;
  health: () => Record<string, boolean>;
  /** Further routes of this service, which the gateway calls. */
  mount?: (app: Express) => void;
  /** Routes for other callers, each with its own authentication. */
  mountForOthers?: (app: Express) => void;
  log: Log;
}

/**
 * The HTTP API of a service, for the gateway only. `GET /reads/{endpoint}?request={JSON}` returns the bytes for the client.
 * `POST /checks` returns further errors of an invalid command: errors that only a comparison with stored data can find.
 */
export function createServiceApp<Requests>(options: ServiceAppOptions<Requests>): Express {
  const { check, health, mount, mountForOthers } = options;
  const app = express();
  app.disable('x-powered-by').disable('etag');
  mountHealth(app, health);
  observeParts(async () => health());
  app.use(observeRequests);
  mountForOthers?.(app);
  app.use(callerOnly(options.caller));
  app.get('/reads/:endpoint', answerReads(options));
  app.post('/checks', express.json({ limit: '8mb' }), async (request: Request, response: Response) => {
    response.json({ errors: await check(request.body as Command) });
  });
  mount?.(app);
  app.use(() => {
    throw new Problem('not_found');
  });
  app.use(reportProblems(options.log));
  return app;
}

/** `GET /records/{endpoint}?request={JSON}`: single records, for another service. */
export function mountRecords<Requests>(
  app: Express,
  reads: ReadHandlers<Requests>,
  guard: RequestHandler,
): void {
  const answer = answerReads({ reads });
  app.get('/records/:endpoint', guard, async (request: Request<{ endpoint: string }>, response: Response) => {
    if (!request.params.endpoint.endsWith('.read')) throw new Problem('not_found');
    await answer(request, response);
  });
}

/** The routes that every process has, for its operator. `health`: whether each part works. */
export function mountHealth(app: Express, health: () => Record<string, boolean>): void {
  app.get('/health/live', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/health/ready', (_request, response) => {
    const parts = health();
    const down = Object.keys(parts).filter((name) => !parts[name]);
    const isReady = down.length === 0;
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ok' : 'unavailable', down, parts });
  });
  app.get('/metrics', sendMetrics);
}

const mongodb = { 'db.system.name': 'mongodb', 'db.operation.name': 'find' };

type AnyReadHandler = (request: ReadRequest) => Promise<ReadAnswer>;

function answerReads<Requests>({
  reads,
  declared = {},
  locale,
}: Pick<ServiceAppOptions<Requests>, 'reads' | 'declared' | 'locale'>) {
  const handlers = reads as Readonly<Record<string, AnyReadHandler | undefined>>;
  return async (request: Request<{ endpoint: string }>, response: Response): Promise<void> => {
    const { endpoint } = request.params;
    const handler = handlers[endpoint];
    if (!handler) throw new Problem('not_found');
    nameRoute(response, `/reads/${endpoint}`);
    const asked = JSON.parse(request.query['request'] as string) as ReadRequest;
    const ifNoneMatch = request.headers['if-none-match'];
    const answer = await inClientSpan(`read ${endpoint}`, mongodb, () => handler(asked));
    const read = declared[endpoint];
    const exported = read && locale ? askedExport(endpoint, asked, { read, locale }) : null;
    const { language, caller } = asked;
    await sendRead(response, answer, {
      language,
      caller,
      ifNoneMatch,
      exported,
      ...(read && { declared: read }),
    });
  };
}

function askedExport(
  endpoint: string,
  { export: request }: ReadRequest,
  { read, locale }: { read: AnyRead; locale: StoreLocale },
): AskedExport | null {
  const list = request ? exportOf(read) : null;
  if (!request || !list) return null;
  return { request, what: listName(endpoint), columns: list.columns, locale };
}

/** Sends error details, which the gateway renders in the caller's language. Closes the connection if the response has begun. */
function reportProblems(log: Log): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    if (response.headersSent) {
      log.error({ err: error, path: request.path }, 'a response broke off');
      response.destroy();
      return;
    }
    const problem = asProblem(error);
    if (error instanceof UnreadableRecord) unreadableRecords.add(1);
    if (problem.status >= 500) log.error({ err: error, path: request.path }, 'read failed');
    response.status(problem.status).json({ problem: problem.details });
  };
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isServerFault(error)) {
    return new Problem('unavailable', { extra: { part: 'database' }, headers: { 'Retry-After': '2' } });
  }
  return new Problem('internal_error');
}
