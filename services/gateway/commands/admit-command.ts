import type { Command } from '#shared/contracts/kit/define.ts';
import { atWrittenRows } from '#shared/contracts/kit/row-numbers.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import { tooManyInFlight, type InFlightLimit } from '../limits/in-flight-limit.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { SubmittedEndpoint } from '../http/routes.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { Submission } from './submission.ts';
import type { IdentityWatch } from './watch-identity.ts';

/** A client that waits less than this can send commands faster than workers process them. */
const uncountedWaitMs = 1000;

/** Throws all broken rules in one error, including rules that depend on the service's data. */
export async function refuseInvalid(
  services: Pick<ServiceClient, 'check'>,
  endpoint: SubmittedEndpoint,
  draft: Command,
  errors: readonly FieldError[],
): Promise<void> {
  if (errors.length === 0) return;
  const dataErrors = await services.check(endpoint.service, draft);
  const known = new Set(errors.map((error) => error.field));
  throw new Problem('validation_failed', {
    fields: atWrittenRows([...errors, ...dataErrors.filter(({ field }) => !known.has(field))], draft.rows),
  });
}

/**
 * Throws `unavailable` while the service's disk is full, or its data was not compared with this gateway's keys. Throws
 * `too_many_requests` for a caller with too many operations in flight. Counts this operation, unless its client waits for it.
 */
export async function admitCommand(
  deps: {
    services: Pick<ServiceClient, 'ask'>;
    inFlight: InFlightLimit;
    disks: Pick<DiskWatch, 'refuseWithoutRoom'>;
    identity: Pick<IdentityWatch, 'refuseUncompared'>;
  },
  { endpoint, reference: { owner, commandId }, preferences }: Submission,
): Promise<void> {
  const { services, inFlight } = deps;
  await deps.identity.refuseUncompared(endpoint.service);
  deps.disks.refuseWithoutRoom(endpoint.service);
  if (endpoint.declared.bulk) {
    const count = await countBulkInFlight(services, endpoint, owner, commandId);
    if (count >= inFlight.limit) throw tooManyInFlight(count, inFlight.limit);
  }
  // A client that waits for the outcome limits itself, so this common case needs no round trip to Redis.
  if (preferences.waitMs < uncountedWaitMs || inFlight.hasAny(owner))
    await inFlight.acquire(owner, commandId);
}

/** Bulk work continues long after its command is processed, so only the service can count it. */
async function countBulkInFlight(
  services: Pick<ServiceClient, 'ask'>,
  { service }: SubmittedEndpoint,
  owner: string,
  commandId: string,
): Promise<number> {
  const query = new URLSearchParams({ owner, except: commandId }).toString();
  const answer = services.ask(service, 'GET', `/operations/unfinished?${query}`);
  // A service that doesn't respond counts as 0, because its queue already limits how much it can receive.
  const { count } = (await answer.catch(() => ({ count: 0 }))) as { count: number };
  return count;
}
