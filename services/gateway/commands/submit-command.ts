import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { atWrittenRows } from '#shared/contracts/kit/row-numbers.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import { killPoint } from '#shared/platform/process/kill-point.ts';
import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import { withTimeout } from '#shared/platform/process/with-timeout.ts';
import type { Command, ServiceName } from '#shared/contracts/kit/define.ts';
import { contextOf } from '../http/request-context.ts';
import type { SubmittedEndpoint } from '../http/routes.ts';
import { tooManyInFlight, type InFlightLimit } from '../limits/in-flight-limit.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { operationId, operationPath, withOperation } from './operation-id.ts';
import type { QueuedRecords } from './queued-records.ts';
import type { UnseenWatch } from './watch-unseen.ts';
import { buildCommand, toSubmission, type Submission, type WriteRequest } from './build-command.ts';
import type { CommandSender } from './command-sender.ts';
import type { DiskWatch } from './disk-watch.ts';
import { respond, withCurrentTag, type Awaited } from './respond.ts';
import type { IdentityWatch } from './watch-identity.ts';

interface Deps {
  sender: Pick<CommandSender, 'send'>;
  services: Pick<ServiceClient, 'check' | 'ask'>;
  inFlight: InFlightLimit;
  disks: Pick<DiskWatch, 'refuseWithoutRoom'>;
  identity: Pick<IdentityWatch, 'refuseUncompared'>;
  unseen: Pick<UnseenWatch, 'add' | 'remove'>;
  queuedRecords: Pick<QueuedRecords, 'keep'>;
  locale: StoreLocale;
  keys: IdKeys;
}

/**
 * If a client waits less than this many ms for an outcome, its commands count towards its limit of commands in flight, because
 * it can send them faster than workers process them.
 */
const uncountedWaitMs = 1000;

/** The longest wait for the number of an owner's unfinished bulk work, which delays even the 202 of `respond-async`. */
const longestCountMs = 1500;

/** Responds to a write with its outcome, or with 202 if the outcome takes longer than the client waits. */
export type SubmitCommand = (asked: WriteRequest, response: Response) => Promise<void>;

export function createSubmitCommand(deps: Deps): SubmitCommand {
  return async (asked, response) => {
    const context = contextOf(response);
    const { command, errors, isRehearsal } = buildCommand(asked, context, deps);
    try {
      await refuseInvalid(deps.services, asked, command, errors);
      if (isRehearsal) {
        await rehearse(deps.services, asked.endpoint.service, command, response);
        return;
      }
    } catch (error) {
      throw error instanceof Problem
        ? withCurrentTag(error.details, { endpoint: asked.endpoint, command })
        : error;
    }
    const submission = toSubmission(asked, command);
    await admitCommand(deps, submission);
    const awaited = await sendAndWait(deps, submission);
    killPoint('gateway.before-answer');
    await respond(deps, submission, awaited, response);
  };
}

/** Throws `errors`, if any, together with the errors that the service finds by its data. */
async function refuseInvalid(
  services: Pick<ServiceClient, 'check'>,
  { endpoint, rows }: Pick<WriteRequest, 'endpoint' | 'rows'>,
  draft: Command,
  errors: readonly FieldError[],
): Promise<void> {
  if (errors.length === 0) return;
  const dataErrors = await services.check(endpoint.service, draft);
  const known = new Set(errors.map((error) => error.field));
  throw new Problem('validation_failed', {
    fields: atWrittenRows([...errors, ...dataErrors.filter(({ field }) => !known.has(field))], rows),
  });
}

/**
 * Throws `unavailable` (no disk space, or the gateway's keys are not compared with the service's yet) or `too_many_requests`.
 * Counts the command towards its owner's limit of commands in flight, unless the client waits for each outcome.
 */
async function admitCommand(
  { services, inFlight, disks, identity }: Deps,
  { endpoint, reference: { owner, commandId }, preferences }: Submission,
): Promise<void> {
  await identity.refuseUncompared(endpoint.service);
  disks.refuseWithoutRoom(endpoint.service);
  if (endpoint.declared.bulk) {
    const count = await countBulkInFlight(services, endpoint, owner, commandId);
    if (count >= inFlight.limit) throw tooManyInFlight(count, inFlight.limit);
  }
  // A client that waits for each outcome limits itself. Its commands count only if other commands of it are in flight.
  if (preferences.waitMs < uncountedWaitMs || inFlight.hasAny(owner)) inFlight.acquire(owner, commandId);
}

/** Bulk work continues long after its command is processed, so only the service can count the owner's unfinished bulk work. */
async function countBulkInFlight(
  services: Pick<ServiceClient, 'ask'>,
  { service }: SubmittedEndpoint,
  owner: string,
  commandId: string,
): Promise<number> {
  const query = new URLSearchParams({ owner, except: commandId }).toString();
  const answer = withTimeout(services.ask(service, 'GET', `/operations/unfinished?${query}`), longestCountMs);
  // Returns 0 if the service does not respond. The service's queue then limits how many commands it can receive.
  const { count } = (await answer.catch(() => ({ count: 0 }))) as { count: number };
  return count;
}

/** The reply is null if it does not arrive in time. The command then counts as in flight until its reply arrives. */
async function sendAndWait(
  { sender, inFlight, unseen, queuedRecords, keys }: Deps,
  { endpoint, command, reference, preferences, records }: Submission,
): Promise<Awaited> {
  const { owner, commandId } = reference;
  try {
    const sent = await sender.send(command, endpoint.service, preferences.waitMs);
    const reply = preferences.isAsync ? null : await sent.reply;
    if (reply === null) {
      unseen.add(reference);
      inFlight.add(owner, commandId);
    }
    // If the worker has replied already, an earlier callback would run before the command is added, and never remove it.
    void sent.replied.then(() => {
      inFlight.release(owner, commandId);
      unseen.remove(commandId);
    });
    // Once bulk work has begun, its own document has the number. Work that is queued or rejected has no such document.
    const isBegun = reply !== null && !('problem' in reply.outcome);
    if (!isBegun && records !== undefined) await queuedRecords.keep(commandId, records);
    return { reply, ended: sent.ended };
  } catch (error) {
    inFlight.release(owner, commandId);
    if (!(error instanceof Problem) || error.code !== 'outcome_unknown') throw error;
    const id = operationId({ ...reference, isUnconfirmed: true }, keys.operations);
    throw withOperation(error.details, operationPath(id));
  }
}

/** The rehearsal gets a new id, because a finished command may have the same key. */
async function rehearse(
  services: Pick<ServiceClient, 'ask'>,
  service: ServiceName,
  command: Command,
  response: Response,
): Promise<void> {
  const asked: Command = { ...command, id: randomUUID().replaceAll('-', '') };
  const answer = (await services.ask(service, 'POST', '/rehearsals', asked)) as { data: unknown } | null;
  if (answer === null) throw new Problem('not_found');
  response.setHeader('Content-Language', command.language);
  response.json({ data: answer.data });
}
