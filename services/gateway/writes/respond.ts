import type { Response } from 'express';
import type { Reply } from '#shared/commands/messages.ts';
import { isBackground, type Outcome } from '#shared/decide/outcome.ts';
import { Problem, type ProblemDetails } from '#shared/errors.ts';
import { entityTag } from '#shared/http/read-answer.ts';
import type { IdKeys } from '#shared/process/internal-secrets.ts';
import { replayedAnswers } from '#shared/telemetry/metrics.ts';
import { firstOperation } from '../operations/first-operation.ts';
import { operationId, operationPath } from '../operations/operation-id.ts';
import { bulkOperation, queuedOperation, type OperationResource } from '../operations/operation-resource.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { awaitBulk } from './await-bulk.ts';
import { awaitProductCopy } from './await-product-copy.ts';
import type { Submission } from './submission.ts';

type Answer = Exclude<Outcome, { problem: unknown }>;

replayedAnswers.add(0);

/** Responds with the outcome. If there was no reply within the wait, responds with 202 and the operation. */
export async function respond(
  deps: { services: Pick<ServiceClient, 'ask'>; keys: IdKeys },
  submission: Submission,
  reply: Reply | null,
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
    sendOperation(response, await bulkResource(deps, submission));
    return;
  }
  const [recordId] = Object.values(command.params);
  if (endpoint.declared.copiedToOrders && recordId !== undefined)
    await awaitProductCopy(deps.services, recordId, outcome.version);
  sendAnswer(response, outcome, submission);
}

/**
 * Completes an error response: adds the ETag for a retry when the version is outdated, and the URL of the operation that came
 * first.
 */
function refusal(
  { code, ...details }: ProblemDetails,
  { endpoint, command, reference: { service } }: Submission,
  keys: IdKeys,
): Problem {
  const operation = firstOperation(details, service, keys.operations);
  if (operation !== null) {
    const headers = { ...details.headers, Location: operation };
    return new Problem(code, { ...details, extra: { ...details.extra, operation }, headers });
  }
  if (code !== 'precondition_failed') return new Problem(code, details);
  const { language, caller } = command;
  const version = Number(details.extra?.['version']);
  const tag = entityTag(endpoint.declared, { version, language, caller, body: null });
  return new Problem(code, { ...details, headers: { ...details.headers, ETag: tag } });
}

/** The bulk operation once it is final, or its state when the wait is over. */
async function bulkResource(
  { services, keys }: { services: Pick<ServiceClient, 'ask'>; keys: IdKeys },
  { reference, deadline, records, command: { language } }: Submission,
): Promise<OperationResource> {
  const bulk = await awaitBulk(services, reference, deadline);
  if (!bulk) return queuedOperation(operationId(reference, keys.operations), reference, records);
  // A retry gets the id of the operation that was accepted first.
  return bulkOperation(operationId({ ...reference, at: bulk.created_at }, keys.operations), bulk, language);
}

function sendOperation(response: Response, operation: OperationResource): void {
  if (operation.finished_at === null) response.status(202).setHeader('Location', operationPath(operation.id));
  response.json({ data: operation });
}

/**
 * Sends the response that the worker rendered. A replayed response has the same bytes, in the language of the first response.
 */
function sendAnswer(
  response: Response,
  { status, location, version, body, language: written }: Answer,
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
