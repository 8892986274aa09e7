import type { Command } from '#shared/contracts/schema-kit/define.ts';
import { atWrittenRows } from '#shared/contracts/schema-kit/row-numbers.ts';
import { Problem, type FieldError } from '#shared/errors.ts';
import { tooManyInFlight, type InFlightLimit } from '../limits/in-flight-limit.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import type { WriteEndpoint } from '../routes.ts';
import type { DiskWatch } from './disk-watch.ts';
import type { Submission } from './submission.ts';
import type { IdentityWatch } from './watch-identity.ts';

/** A client that waits for a shorter time can send commands faster than they are decided. */
const uncountedWaitMs = 1000;

/** Refuses a broken shape with every broken rule at once, also those that only the service's data reveals. */
export async function refuseInvalid(
  services: Pick<ServiceClient, 'check'>,
  endpoint: WriteEndpoint,
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
 * Refuses with `unavailable` while the service's disk is full or its data was not compared with this gateway's keys, with
 * `too_many_requests` a caller with too many operations in flight. Otherwise counts this one, unless its client waits for it.
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
  // A client that waits for its outcome limits itself, so the common write costs no round trip to Redis.
  if (preferences.waitMs < uncountedWaitMs || inFlight.hasAny(owner))
    await inFlight.acquire(owner, commandId);
}

/** Bulk work goes on long after its command is decided, so only its service can count it. */
async function countBulkInFlight(
  services: Pick<ServiceClient, 'ask'>,
  { service }: WriteEndpoint,
  owner: string,
  commandId: string,
): Promise<number> {
  const query = new URLSearchParams({ owner, except: commandId }).toString();
  const answer = services.ask(service, 'GET', `/operations/unfinished?${query}`);
  // A service that can't be asked is down, and its queue bounds what it can be sent.
  const { count } = (await answer.catch(() => ({ count: 0 }))) as { count: number };
  return count;
}
