import { setTimeout as pause } from 'node:timers/promises';
import type { Response } from 'express';
import type { Reply } from '#shared/engine/commands/messages.ts';
import { isBackground, type Answered } from '#shared/engine/decide/outcome.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { Problem, type ProblemDetails } from '#shared/contracts/errors.ts';
import { entityTag } from '#shared/engine/reads/read-answer.ts';
import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';
import { replayedAnswers } from '#shared/platform/telemetry/metrics.ts';
import { isFinal, type BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import {
  firstOperation,
  operationId,
  operationPath,
  withOperation,
  type OperationRef,
} from './operation-id.ts';
import { bulkOperation, queuedOperation, type OperationResource } from './operation-resource.ts';
import type { AwaitedReply } from './reply-waiters.ts';
import type { Submission } from './build-command.ts';
import { askOperation } from './ask-operations.ts';

/**
 * How often the gateway asks the service for the state of bulk work, because the worker's reply at the end may be lost. Also the
 * longest wait for the service's response, so that a hanging service cannot delay the 202 longer.
 */
const lookEveryMs = 1000;
/** The longest wait until the orders service has copied a product, and the longest pause between two checks. */
const [longestWaitMs, longestPauseMs] = [1500, 50];

export interface Awaited {
  /** The worker's reply. Null if none arrived in time. */
  reply: Reply | null;
  ended: AwaitedReply['ended'];
}

replayedAnswers.add(0);

/** Without a reply, responds with 202 and the operation. */
export async function respond(
  deps: { services: Pick<ServiceClient, 'ask'>; keys: IdKeys },
  submission: Submission,
  { reply, ended }: Awaited,
  response: Response,
): Promise<void> {
  const { reference, endpoint, command, preferences, records } = submission;
  if (preferences.applied) response.setHeader('Preference-Applied', preferences.applied);
  if (reply === null) {
    const id = operationId(reference, deps.keys.operations);
    sendOperation(response, queuedOperation(id, reference, records));
    return;
  }
  const { outcome } = reply;
  if (reply.replayed) {
    response.setHeader('Idempotency-Replayed', 'true');
    replayedAnswers.add(1);
  }
  if ('problem' in outcome) throw refusal(outcome.problem, submission, deps.keys);
  if (isBackground(outcome)) {
    sendOperation(response, await bulkResource(deps, submission, ended));
    return;
  }
  // After a creation (201) no wait is needed: if the orders service has no copy of a product, it asks the catalog service.
  if (endpoint.declared.copiedToOrders && outcome.status !== 201)
    await awaitProductCopy(deps.services, recordIdOf(command, outcome), outcome.version);
  sendAnswer(response, outcome, submission);
}

function recordIdOf({ params }: Pick<Command, 'params'>, { body }: Pick<Answered, 'body'>): number {
  const [id] = Object.values(params);
  return id ?? (JSON.parse(body ?? '{}') as { id: number }).id;
}

/** If the command conflicts with an earlier operation, the error has that operation's URL. */
function refusal(problem: ProblemDetails, submission: Submission, keys: IdKeys): Problem {
  const operation = firstOperation(problem, submission.reference.service, keys.operations);
  return operation === null ? withCurrentTag(problem, submission) : withOperation(problem, operation);
}

/** If the client's version is outdated, the error has the ETag of the current version, for a retry. */
export function withCurrentTag(
  { code, ...details }: ProblemDetails,
  { endpoint, command: { language, caller } }: Pick<Submission, 'endpoint' | 'command'>,
): Problem {
  if (code !== 'precondition_failed') return new Problem(code, details);
  const version = Number(details.extra?.['version']);
  const tag = entityTag(endpoint.declared, { version, language, caller, body: null });
  return new Problem(code, { ...details, headers: { ...details.headers, ETag: tag } });
}

/** Resolves when the operation is final, or when the client's wait ends. */
async function bulkResource(
  { services, keys }: { services: Pick<ServiceClient, 'ask'>; keys: IdKeys },
  { reference, deadline, records, command: { language } }: Submission,
  ended: Awaited['ended'],
): Promise<OperationResource> {
  const bulk = await awaitEnd(services, reference, { ended, deadline });
  if (!bulk) return queuedOperation(operationId(reference, keys.operations), reference, records);
  // A retry gets the same operation id as the first request.
  return bulkOperation(operationId({ ...reference, at: bulk.created_at }, keys.operations), bulk, language);
}

function sendOperation(response: Response, operation: OperationResource): void {
  if (operation.finished_at === null) response.status(202).setHeader('Location', operationPath(operation.id));
  response.json({ data: operation });
}

/** A retry gets the body of the first response, in the language of that response. */
function sendAnswer(
  response: Response,
  { status, location, version, body, language: written }: Answered,
  { endpoint, command }: Pick<Submission, 'endpoint' | 'command'>,
): void {
  const { caller } = command;
  const language = written ?? command.language;
  response.status(status);
  if (location !== null) response.setHeader('Location', location);
  if (version !== null) {
    response.setHeader('ETag', entityTag(endpoint.declared, { version, language, caller, body }));
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

/**
 * The bulk work when it has ended, or its latest state when the client's wait ends. Null if the service does not respond, which
 * is no error, because the work is committed. Throws `work_lost`.
 */
async function awaitEnd(
  services: Pick<ServiceClient, 'ask'>,
  reference: Pick<OperationRef, 'service' | 'commandId'>,
  { ended, deadline }: Pick<Awaited, 'ended'> & Pick<Submission, 'deadline'>,
): Promise<BulkOperation | null> {
  for (let latest: BulkOperation | null = null; ;) {
    const leftMs = Math.max(deadline - performance.now(), 0);
    // Null: the gateway stops. Undefined: the work has not ended within this time.
    const end = await withTimeout(ended, Math.min(leftMs, lookEveryMs)).catch(() => undefined);
    if (end) return end;
    const look = lookAt(services, reference);
    latest = (await Promise.race([look, ended.then((bulk) => bulk ?? look)])) ?? latest;
    const isOver = end === null || leftMs <= lookEveryMs;
    if (isOver || (latest && isFinal(latest.status))) return latest;
  }
}

/** The state of the bulk work. Null if the service does not respond. Throws `work_lost` if the record of the work is missing. */
async function lookAt(
  services: Pick<ServiceClient, 'ask'>,
  reference: Pick<OperationRef, 'service' | 'commandId'>,
): Promise<BulkOperation | null> {
  const known = await withTimeout(askOperation(services, reference), lookEveryMs).catch(() => null);
  if (known?.record && !known.bulk) throw new Problem('work_lost');
  return known?.bulk ?? null;
}

/**
 * Waits until the orders service has copied this version of the product, so that the client's next order uses it. If `version` is
 * null, the product was deleted, and this waits until the copy is deleted too.
 */
async function awaitProductCopy(
  services: Pick<ServiceClient, 'ask'>,
  product: number,
  version: number | null,
): Promise<void> {
  const isCopied = async (): Promise<boolean> => {
    const copy = (await services.ask('orders', 'GET', `/product-copies/${product}`)) as {
      version: number;
      is_deleted: boolean;
    } | null;
    if (version === null) return copy === null || copy.is_deleted;
    return copy !== null && copy.version >= version;
  };
  const deadline = performance.now() + longestWaitMs;
  for (let ms = 4; ; ms = Math.min(ms * 2, longestPauseMs)) {
    await pause(ms);
    // An unavailable or hanging service must not delay the response.
    const copied = withTimeout(isCopied(), deadline - performance.now()).catch(() => true);
    if ((await copied) || performance.now() + ms > deadline) return;
  }
}
