import type { Request, Response } from 'express';
import { ownerOf } from '#shared/decide/decide-batch.ts';
import { isBackground } from '#shared/decide/outcome.ts';
import type { Outcome } from '#shared/decide/outcome.ts';
import type { Caller, Command, PathParams } from '#shared/contracts/schema-kit/define.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { validate } from '#shared/contracts/schema-kit/validate.ts';
import { Problem } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import { entityTag } from '#shared/http/read-answer.ts';
import { killPoint } from '#shared/process/kill-point.ts';
import { replayedAnswers } from '#shared/telemetry/metrics.ts';
import { currentTraceHeaders } from '#shared/telemetry/spans.ts';
import { awaitBulk } from './await-bulk.ts';
import { awaitProductCopy } from './await-copies.ts';
import { commandId, fingerprint } from './command-id.ts';
import type { CommandSender } from './command-sender.ts';
import { operationId } from '../operations/operation-id.ts';
import { bulkOperation, queuedOperation } from '../operations/operation-resource.ts';
import { preferences } from './preferences.ts';
import { contextOf, pathOf } from '../http/request-context.ts';
import type { Endpoint } from '../routes.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { tooMany } from '../limits/in-flight-limit.ts';
import type { UnfinishedWrites } from '../limits/in-flight-limit.ts';

type WriteEndpoint = Extract<Endpoint, { kind: 'write' }>;

/** A write request, read and routed: who asks for what. */
export interface WriteRequest {
  endpoint: WriteEndpoint;
  method: string;
  params: PathParams<string>;
  caller: Caller;
  body: Record<string, unknown>;
  query: Record<string, unknown>;
}

/** Whoever waits for less may leave writes behind faster than they are done. */
const patientMs = 1000;
replayedAnswers.add(0);

/** Takes a write on: validates its shape, sends it as a command, answers with its outcome or with 202. */
export function createWriteAcceptance(deps: {
  sender: CommandSender;
  services: Pick<ServiceClient, 'check' | 'ask'>;
  locale: StoreLocale;
  secret: string;
  unfinished: UnfinishedWrites;
  /** Unfinished operations that one caller may have. */
  unfinishedLimit: number;
}) {
  const { sender, services, locale, secret, unfinished, unfinishedLimit } = deps;

  /** Every broken rule at once: those of the shape, and those that only the owner's data can tell. */
  const refuseBroken = async (
    endpoint: WriteEndpoint,
    draft: Command,
    errors: FieldError[],
  ): Promise<void> => {
    if (errors.length === 0) return;
    const more = await services.check(endpoint.service, draft);
    const known = new Set(errors.map((error) => error.field));
    throw new Problem('validation_failed', {
      fields: [...errors, ...more.filter(({ field }) => !known.has(field))],
    });
  };

  /** Bulk work goes on long after its command was decided: its owner knows how much of it there is. */
  const refuseMoreBulk = async ({ service }: WriteEndpoint, owner: string, id: string): Promise<void> => {
    const query = new URLSearchParams({ owner, except: id }).toString();
    const asking = services.ask(service, 'GET', `/operations/unfinished?${query}`);
    // A service that cannot be asked takes no more work on than its queue holds.
    const { count } = (await asking.catch(() => ({ count: 0 }))) as { count: number };
    if (count >= unfinishedLimit) throw tooMany(count, unfinishedLimit);
  };

  return async (asked: WriteRequest, request: Request, response: Response): Promise<void> => {
    const { endpoint, params, caller, method } = asked;
    const { declared } = endpoint;
    const sent =
      declared.bulk && asked.query['dry_run'] !== undefined
        ? { ...asked.body, dry_run: asked.query['dry_run'] }
        : asked.body;
    const { value: body, errors } = validate<unknown>(declared.body, sent, locale);
    const crossed = declared.check?.(body as object, sent) ?? [];
    const { requestId, language } = contextOf(response);
    const owner = ownerOf({ caller });
    const id = commandId(secret, {
      owner,
      method,
      path: pathOf(request),
      idempotencyKey: request.get('Idempotency-Key'),
    });
    const ifMatch = method === 'PUT' || method === 'DELETE' ? versionOf(request.get('If-Match')) : null;
    const traceparent = currentTraceHeaders()['traceparent'];
    const command: Command = {
      id,
      type: endpoint.id,
      params,
      body,
      caller,
      language,
      fingerprint: fingerprint({ params, body, ifMatch }),
      ifMatch,
      at: new Date().toISOString(),
      requestId,
      ...(traceparent !== undefined && { traceparent }),
    };
    await refuseBroken(endpoint, command, [...errors, ...crossed]);

    const reference = { commandId: id, service: endpoint.service, type: endpoint.id, owner, at: command.at };
    const operation = () => operationId(reference, secret);
    const prefer = preferences(request.get('Prefer'));
    const startedAt = performance.now();
    if (declared.bulk) await refuseMoreBulk(endpoint, owner, id);
    if (prefer.waitMs < patientMs || unfinished.has(owner)) await unfinished.take(owner, id);
    let reply;
    try {
      const sent = await sender.send(command, endpoint.service, aggregateOf(command), prefer.waitMs);
      void sent.replied.then(() => unfinished.release(owner, id));
      reply = prefer.isAsync ? null : await sent.outcome;
      if (reply === null) await unfinished.add(owner, id);
    } catch (error) {
      unfinished.release(owner, id);
      if (error instanceof Problem && error.code === 'outcome_unknown')
        throw withOperation(error, operation());
      throw error;
    }
    killPoint('gateway.before-answer');
    if (prefer.applied) response.setHeader('Preference-Applied', prefer.applied);
    if (reply === null) {
      const pending = operation();
      response.status(202).setHeader('Location', `/api/operations/${pending}`);
      response.json({ data: queuedOperation(pending, reference) });
      return;
    }
    if (reply.replayed) {
      response.setHeader('Idempotency-Replayed', 'true');
      replayedAnswers.add(1);
    }
    if (isBackground(reply.outcome)) {
      const left = Math.max(startedAt + prefer.waitMs - performance.now(), 0);
      const bulk = await awaitBulk(services, reference, left);
      const context = { language, requestId, instance: pathOf(request) };
      // A retry is answered with the operation as it was first accepted.
      const first = bulk ? operationId({ ...reference, at: bulk.created_at }, secret) : operation();
      const resource = bulk ? bulkOperation(first, bulk, context) : queuedOperation(first, reference);
      if (resource.finished_at === null)
        response.status(202).setHeader('Location', `/api/operations/${first}`);
      response.json({ data: resource });
      return;
    }
    const [recordId] = Object.values<number>(params);
    if (declared.copiedToOrders && 'status' in reply.outcome && recordId !== undefined) {
      await awaitProductCopy(services, recordId, reply.outcome.version);
    }
    sendOutcome(response, reply.outcome, language, declared.composed);
  };
}

/** The final answer, with the worker's own bytes. */
function sendOutcome(response: Response, outcome: Outcome, language: 'en' | 'ar', isComposed = false): void {
  if ('problem' in outcome) {
    const { code, ...details } = outcome.problem;
    throw new Problem(code, details);
  }
  const { status, location, version, body } = outcome;
  response.status(status);
  if (location !== null) response.setHeader('Location', location);
  if (version !== null) {
    const tag = entityTag(version, language, isComposed && body !== null ? body : undefined);
    response.setHeader('ETag', tag).vary('Accept-Language');
  }
  if (status === 204 || body === null) {
    response.end();
    return;
  }
  response
    .setHeader('Content-Type', 'application/json; charset=utf-8')
    .setHeader('Content-Language', language);
  response.end(`{"data":${body}}`);
}

/** Writes of one shopper, or on one record, follow each other; everything else may run side by side. */
function aggregateOf(command: Command): string {
  if (command.caller.area === 'client') return `user:${command.caller.userId ?? 0}`;
  const [parameter] = Object.entries(command.params);
  return parameter ? parameter.join(':') : command.id;
}

/** The version that `If-Match` names; -1, which no record has, for a tag that is none of ours. */
function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  const tag = /^\s*"(\d{1,15})-(?:en|ar)(?:-[\w-]{16})?"\s*$/.exec(ifMatch);
  return tag ? Number(tag[1]) : -1;
}

function withOperation(problem: Problem, operation: string): Problem {
  const { code: _code, ...details } = problem.details;
  const url = `/api/operations/${operation}`;
  return new Problem('outcome_unknown', {
    ...details,
    extra: { ...details.extra, operation: url },
    headers: { ...details.headers, Location: url },
  });
}

/** Ids of the path as numbers; what is no id names no record. */
export function readParams(raw: Record<string, string | string[] | undefined>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      if (typeof text !== 'string' || !/^[1-9]\d{0,14}$/.test(text)) throw new Problem('not_found');
      return [name, Number(text)];
    }),
  );
}
