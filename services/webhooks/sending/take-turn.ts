import { setTimeout as sleep } from 'node:timers/promises';
import { killPoint } from '#shared/platform/process/kill-point.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { recentAnswer } from '#shared/platform/process/recent-answer.ts';
import { webhookAttempts } from '#shared/platform/telemetry/metrics.ts';
import { storeIn, storeNow } from '#shared/platform/mongo/store-clock.ts';
import { isOutsideOrder } from '../deliveries/delivery.ts';
import { isLongFailing } from '../endpoints/long-failing.ts';
import { waitAfter } from '../deliveries/retry.ts';
import { signing } from '../endpoints/secrets.ts';
import type { DeliveryAttempt, DeliveryEvent, Webhook, WebhookState } from '../records/tables.ts';
import {
  laneBehind,
  type Deliveries,
  type Fate,
  type Lane,
  type Waiting,
} from '../deliveries/storage/deliveries.ts';
import type { DisableWebhook } from '../endpoints/storage/change-by-store.ts';
import type { Send, Sent } from './send.ts';
import { signedHeaders } from './signature.ts';

export interface Endpoint {
  webhook: Webhook;
  state: WebhookState;
}

interface TurnDeps {
  /** Loads an endpoint. Returns null if the endpoint is missing. */
  load: (id: number) => Promise<Endpoint | null>;
  deliveries: Deliveries;
  send: Send;
  /** Decrypts a stored secret. Returns null if the secret was encrypted with another key. */
  open: (sealed: string) => string | null;
  /** The current state of the record to which a subject refers. */
  record: (subject: string) => Promise<unknown>;
  markFailing: (id: number, since: string | null) => Promise<void>;
  disable: DisableWebhook;
  isStopping: () => boolean;
  log: Log;
}

/**
 * The usual length of a turn, which is one run of the job that sends an endpoint's deliveries. If a delivery takes longer, the
 * turn lasts until the delivery ends. The endpoint's other lanes continue meanwhile.
 */
const turnMs = 10_000;
/** The interval at which new deliveries and changes of the endpoint are loaded. */
const lookMs = 200;
/** Some deliveries contain the record's current state. If the record cannot be read, the delivery waits this long. */
const pauseMs = 5000;
const lanesAtOnce = 100;
const requestsAtOnce = 16;

interface LoadedLane extends Lane {
  events: ReadonlyMap<string, DeliveryEvent>;
}

/** Loads the current endpoint. Resolves with null if this turn must send no more deliveries. */
type StillActive = () => Promise<Endpoint | null>;

/**
 * Returns a function that sends an endpoint's due deliveries. It processes lanes concurrently, so a failed delivery delays only
 * later deliveries in its lane.
 */
export function createTakeTurn(deps: TurnDeps): (id: number) => Promise<void> {
  const { load, deliveries, isStopping } = deps;
  return async (id) => {
    const until = performance.now() + turnMs;
    const underWay = new Map<string, Promise<void>>();
    /** The lanes in progress that started before `turnMs` was over. */
    const first = new Set<string>();
    let due: LoadedLane[] = [];
    const isItsTime = () => performance.now() < until && !isStopping();
    const goesOn = () => isItsTime() || (first.size > 0 && !isStopping());
    const loaded = recentAnswer(() => load(id));
    const activeWhile =
      (isTime: () => boolean): StillActive =>
      async () => {
        const endpoint = isTime() ? await loaded(lookMs) : null;
        return endpoint?.webhook.status === 'active' ? endpoint : null;
      };

    const loadDue = async (): Promise<LoadedLane[]> => {
      const endpoint = await loaded(0);
      if (!endpoint) await deliveries.forget(id);
      if (endpoint?.webhook.status !== 'active') return [];
      const lanes = await deliveries.dueLanes(id, now(), [...underWay.keys()], lanesAtOnce);
      const ids = lanes.flatMap((lane) => lane.deliveries.map(({ event_id }) => event_id));
      const events = ids.length === 0 ? new Map<string, DeliveryEvent>() : await deliveries.events(ids);
      return lanes.map((lane) => ({ ...lane, events }));
    };

    for (;;) {
      if (due.length === 0 && underWay.size < requestsAtOnce && goesOn()) due = await loadDue();
      while (underWay.size < requestsAtOnce && goesOn()) {
        const lane = due.shift();
        if (!lane) break;
        const isFirst = isItsTime();
        const work = workLane(deps, lane, activeWhile(isFirst ? isItsTime : goesOn)).finally(() => {
          underWay.delete(lane.name);
          first.delete(lane.name);
        });
        work.catch(() => undefined);
        underWay.set(lane.name, work);
        if (isFirst) first.add(lane.name);
      }
      if (underWay.size === 0) return;
      try {
        await Promise.race([...underWay.values(), sleep(lookMs)]);
      } catch (error) {
        // Waits for the other lanes, because otherwise the next turn would send their deliveries a second time.
        await Promise.allSettled(underWay.values());
        throw error;
      }
    }
  };
}

const now = () => storeNow().toISOString();

/**
 * A lane may take minutes. So before each delivery, this checks whether the endpoint was paused, moved to another URL or deleted.
 */
async function workLane(
  deps: TurnDeps,
  { deliveries, events }: LoadedLane,
  stillActive: StillActive,
): Promise<void> {
  for (const delivery of deliveries) {
    const endpoint = await stillActive();
    const isDue = (delivery.next_attempt_at ?? '') <= now();
    if (!isDue || !endpoint) return;
    const fate = await attempt(deps, endpoint, delivery, events.get(delivery.event_id));
    if (fate.status === 'pending') return;
  }
}

async function attempt(
  deps: TurnDeps,
  endpoint: Endpoint,
  delivery: Waiting,
  event: DeliveryEvent | undefined,
): Promise<Fate> {
  const { deliveries } = deps;
  const { webhook } = endpoint;
  if (!event) return end(deps, delivery, unsent('the event is no longer stored'), { status: 'failed' });
  let body: string;
  try {
    body = webhook.payload === 'full' ? await fullBody(event, delivery, deps.record) : event.json;
  } catch (error) {
    deps.log.warn(
      { err: error, delivery: delivery._id },
      'the record for a webhook delivery could not be read: the delivery waits',
    );
    const fate = { status: 'pending', nextAttemptAt: inMs(pauseMs) } as const;
    await deliveries.record(delivery, null, fate);
    return fate;
  }
  const headers = headersOf(deps, endpoint, delivery, body);
  const sent = headers === null ? unsigned() : await deps.send(webhook.url, headers, body);
  // This process is stopping. The delivery is still due, so another process sends it.
  if (sent === null) return { status: 'pending', nextAttemptAt: now() };
  webhookAttempts.add(1, { 'webhook.outcome': sent.attempt.error === null ? 'delivered' : 'failed' });
  await noteHealth(deps, endpoint, sent);
  const fate = fateOf(sent, delivery.tried + 1);
  return end(deps, delivery, sent.attempt, fate);
}

function unsent(error: string): DeliveryAttempt {
  return { at: now(), status: null, ms: 0, error, answer: null };
}

function unsigned(): Sent {
  const attempt = unsent('the secret was encrypted with another WEBHOOK_SECRETS_KEY: rotate the secret');
  return { attempt, retryAfterMs: null, isGone: false };
}

/** Records the attempt. If the delivery has a final status, the deliveries that waited behind it become due. */
async function end(
  { deliveries }: TurnDeps,
  delivery: Waiting,
  attempt: DeliveryAttempt,
  fate: Fate,
): Promise<Fate> {
  const heldBack = isOutsideOrder(delivery) || (fate.status !== 'pending' && delivery.tried > 0);
  // Releases the waiting deliveries before the attempt is recorded. If the process crashes between the two
  // steps, this delivery is sent again, but no other delivery keeps waiting for it.
  if (heldBack) await deliveries.release(delivery, laneBehind(delivery), now());
  killPoint('webhooks.before-record');
  await deliveries.record(delivery, attempt, fate);
  return fate;
}

function fateOf({ attempt, retryAfterMs }: Sent, tried: number): Fate {
  if (attempt.error === null) return { status: 'delivered' };
  const wait = waitAfter(tried, Math.random(), retryAfterMs);
  return wait === null ? { status: 'failed' } : { status: 'pending', nextAttemptAt: inMs(wait) };
}

function inMs(ms: number): string {
  return storeIn(ms).toISOString();
}

/** Returns null if the current secret was encrypted with another key. */
function headersOf(
  { open }: TurnDeps,
  { state }: Endpoint,
  { event_id: id }: Waiting,
  body: string,
): Record<string, string> | null {
  const at = storeNow().getTime();
  const [current = null, ...former] = signing(state.secrets, new Date(at).toISOString()).map(({ sealed }) =>
    open(sealed),
  );
  if (current === null) return null;
  // Skips a former secret that was encrypted with another key. The current secret is newer and suffices.
  return signedHeaders({ id, at, body }, [current, ...former.filter((secret) => secret !== null)]);
}

async function fullBody(
  event: DeliveryEvent,
  { subject }: Waiting,
  record: (subject: string) => Promise<unknown>,
): Promise<string> {
  const parsed = JSON.parse(event.json) as { data: object };
  return JSON.stringify({ ...parsed, data: { ...parsed.data, record: await record(subject) } });
}

/** Records the time since which deliveries fail. Disables an endpoint that fails for too long or responds with 410. */
async function noteHealth(deps: TurnDeps, endpoint: Endpoint, { attempt, isGone }: Sent): Promise<void> {
  const { webhook, state } = endpoint;
  const isDelivered = attempt.error === null;
  if (isDelivered !== (state.failing_since === null)) {
    state.failing_since = isDelivered ? null : attempt.at;
    await deps.markFailing(webhook._id, state.failing_since);
  }
  const reason = isGone ? 'gone' : isLongFailing(webhook, state, storeNow().getTime()) ? 'undelivered' : null;
  if (reason === null || isDelivered) return;
  webhook.status = 'disabled';
  await deps.disable(webhook, reason);
}
