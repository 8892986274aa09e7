import type { Response } from 'express';
import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { retention } from '#shared/contracts/retention.ts';
import { shopperKey, ownerOf } from '#shared/engine/decide/outcome.ts';
import { Problem } from '#shared/contracts/errors.ts';
import type { OperationIdKeys } from '#shared/platform/process/internal-secrets.ts';
import { principalOf } from '../auth/access.ts';
import { contextOf } from '../http/request-context.ts';
import type { AskKnown } from './ask-operations.ts';
import { readOperationId, type OperationRef } from './operation-id.ts';
import { isUnseen, operationNotes, shownOperation } from './operation-note.ts';
import type { OperationResource } from './operation-resource.ts';
import type { QueuedRecords } from './queued-records.ts';

const { keptMs } = retention.outcomes;

/** Finds the current state of an operation. Throws `not_found` for a caller who is neither an admin nor the operation's owner. */
export type FindOperation = (
  id: string,
  response: Response,
) => Promise<{ reference: OperationRef; operation: OperationResource }>;

export function createFindOperation(deps: {
  ask: AskKnown;
  queuedRecords: Pick<QueuedRecords, 'find'>;
  keys: OperationIdKeys;
}): FindOperation {
  return async (id, response) => {
    const reference =
      readOperationId(id, deps.keys, Date.now()) ??
      (isAdmin(response) && commandIds.test(id) ? await findByCommand(deps.ask, id) : null);
    const maySee = reference && (isAdmin(response) || isOwner(response, reference.owner));
    if (!maySee) throw new Problem('not_found');
    const known = await deps.ask(reference);
    const isUndecided = !known.record && !known.bulk;
    if (isUndecided && Date.now() - Date.parse(reference.at) > keptMs) throw new Problem('not_found');
    const { language } = contextOf(response);
    const reader = { language, isAdmin: isAdmin(response) };
    const operation = await shownOperation(firstAcceptance(reference, known), known, reader, deps);
    const { noWorker, unseen } = operationNotes;
    const isStuck = !known.isWorkerAlive && (operation.status === 'queued' || operation.status === 'running');
    const isNowhere = reference.isUnconfirmed === true && isUndecided;
    if (isStuck && !isNowhere) return { reference, operation: { ...operation, note: noWorker[language] } };
    if (!isNowhere && !isUnseen(reference.at, known, Date.now())) return { reference, operation };
    return { reference, operation: { ...operation, status: 'unknown', note: unseen[language] } };
  };
}

/** The format of command ids in timelines and events. Command ids are not signed, so only admins may use them here. */
const commandIds = /^[0-9a-f]{32}$/;

/**
 * Asks all services, and resolves as soon as one of them has the command. Null if no service has the command. Throws if the
 * command is not found and a service cannot be reached.
 */
async function findByCommand(ask: AskKnown, commandId: string): Promise<OperationRef | null> {
  const isNotHere = new Error('The service does not have the command');
  const asked = serviceNames.map(async (service): Promise<OperationRef> => {
    const { record, bulk } = await ask({ service, commandId });
    const known = record ?? bulk;
    if (!known) throw isNotHere;
    const at = record?.accepted_at ?? bulk?.created_at ?? '';
    return { commandId, service, type: known.type, owner: known.owner, at };
  });
  try {
    return await Promise.any(asked);
  } catch (error) {
    const failed = (error as AggregateError).errors.find((each) => each !== isNotHere) as Error | undefined;
    if (failed) throw failed;
    return null;
  }
}

/**
 * Each retry with the same idempotency key gets another operation id, which contains the time of the retry. The operation
 * always shows the time of the first acceptance instead.
 */
function firstAcceptance(reference: OperationRef, { record, bulk }: KnownOperation): OperationRef {
  const at = record?.accepted_at ?? bulk?.created_at;
  if (at === undefined) return reference;
  const { isUnconfirmed: _seen, ...seen } = reference;
  return { ...seen, at };
}

function isAdmin(response: Response): boolean {
  return principalOf(response).scopes.has('admin:read');
}

/** Only a client token acts for a user. The subject of an admin token may look like a user's id, but does not identify a user. */
export function isOwner(response: Response, owner: string): boolean {
  const principal = principalOf(response);
  return shopperKey(principal) !== null && ownerOf({ caller: { ...principal, area: 'client' } }) === owner;
}
