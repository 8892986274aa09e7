import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import {
  followedServices,
  type Delivery,
  type FollowedService,
  type Webhook,
} from '#services/webhooks/records/tables.ts';
import { eventLogCollection, type LogEntry } from '#shared/engine/events/event-log.ts';
import { feedCollection, feedId, type FeedState } from '#shared/engine/events/feed-state.ts';
import { createApiClient } from '#tools/seed/api-client.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { ChaosStore } from '../chaos-store.ts';
import { startReceivers, type Receiver } from './start-receivers.ts';

/** External systems that receive webhooks, some of which fail. */
export interface WebhookFollowers {
  judge: () => Promise<WebhooksReport>;
  close: () => Promise<void>;
}

export interface WebhooksReport {
  healthy: number;
  failing: number;
  /** The number of changes that each healthy receiver must get. */
  changes: number;
  deliveries: number;
  /** The number of repeated deliveries. */
  again: number;
  /** Number of undelivered changes whose last attempt failed during a fault and whose next attempt is due after the run. */
  waiting: number;
  faults: string[];
}

/** Only a few event types. With more, the receivers could not get all their events in time. */
const types = ['catalog.product.*', 'orders.user.*', 'orders.address.*', 'orders.stock.*'];
const catchUpMs = 60_000;

type Positions = Record<FollowedService, number>;

/** Registers `count` endpoints for the same events. The last five of them fail, each in a different way. */
export async function followByWebhooks(
  store: Pick<ChaosStore, 'url' | 'namespace'>,
  { database, token, count }: { database: AuditClient; token: string; count: number },
): Promise<WebhookFollowers> {
  const receivers = await startReceivers(count);
  const admin = createApiClient(store.url, token);
  for (const { name, url } of receivers.all)
    await admin.write('POST', '/api/admin/webhooks', name, { url, types, description: name });
  const log = openLogs(database, store.namespace);
  const since = await log.positions();
  const healthy = receivers.all.filter(({ isHealthy }) => isHealthy);
  const failing = receivers.all.filter(({ isHealthy }) => !isHealthy);

  return {
    judge: async () => {
      const expected = await log.idsAfter(since);
      const missing = ({ history }: Receiver) => expected.filter((id) => !history.has(id));
      const isDone = () => healthy.every((receiver) => missing(receiver).length === 0);
      await eventually('all deliveries', isDone, catchUpMs).catch(() => undefined);
      const waiting = new Map<Receiver, ReadonlySet<string>>();
      const faults: string[] = [];
      for (const receiver of healthy) {
        const pending = await pendingOf(database, store.namespace, receiver.name);
        const ahead = idsWaiting(pending);
        waiting.set(receiver, ahead);
        const lacks = missing(receiver).filter((id) => !ahead.has(id));
        const named = lacks.slice(0, 1).map((id) => {
          return `lacks ${lacks.length} of ${expected.length} changes: ${id}, ${saidOf(id, pending)}`;
        });
        const all = [...named, ...receiver.history.faults];
        faults.push(...all.map((fault) => `${receiver.name}: ${fault}`));
      }
      const untried = failing.filter(({ url, requests }) => !url.endsWith(':1/') && requests === 0);
      faults.push(...untried.map(({ name }) => `the receiver that ${name} got no request`));
      if (expected.length === 0) faults.push('no change was to be delivered');
      const sum = (of: (receiver: Receiver) => number) => healthy.reduce((all, each) => all + of(each), 0);
      return {
        healthy: healthy.length,
        failing: failing.length,
        changes: expected.length,
        faults,
        deliveries: sum(({ requests }) => requests),
        again: sum(({ history }) => history.again),
        waiting: sum((receiver) => missing(receiver).filter((id) => waiting.get(receiver)?.has(id)).length),
      };
    },
    close: receivers.close,
  };
}

const overdueMs = 60_000;

/** The pending deliveries of an endpoint, oldest first. */
async function pendingOf(database: AuditClient, namespace: string, name: string): Promise<Delivery[]> {
  const db = database.db(`${namespace}_webhooks`);
  const endpoint = await db.collection<Webhook>('webhooks').findOne({ description: name });
  if (!endpoint) return [];
  const asked = { webhook_id: endpoint._id, status: 'pending' as const };
  return db.collection<Delivery>('deliveries').find(asked).sort({ _id: 1 }).toArray();
}

/**
 * The ids of events that must wait. A lane has the deliveries about one record, which are sent one after the other. They all
 * wait if the next attempt of the lane's first delivery is in the future.
 */
function idsWaiting(pending: readonly Delivery[]): ReadonlySet<string> {
  const isAhead = ({ next_attempt_at: at }: Delivery) =>
    at !== null && Date.parse(at) > Date.now() - overdueMs;
  const ahead = new Map<string, boolean>();
  for (const delivery of pending) if (!ahead.has(delivery.lane)) ahead.set(delivery.lane, isAhead(delivery));
  const waiting = pending.filter(({ lane }) => ahead.get(lane) === true);
  return new Set(waiting.map(({ event_id: id }) => id));
}

/** Describes the pending delivery of an event, and the first pending delivery that is queued before it. */
function saidOf(event: string, pending: readonly Delivery[]): string {
  const delivery = pending.find(({ event_id: id }) => id === event);
  if (!delivery) return 'which does not wait';
  const first = pending.find(({ lane }) => lane === delivery.lane) ?? delivery;
  const said = ({ _id, next_attempt_at: at, tried, attempts }: Delivery) =>
    `${_id} due ${at ?? 'never'}, tried ${tried} times, ${attempts.at(-1)?.error ?? 'without an error'}`;
  return `${said(delivery)}; first of ${delivery.lane}: ${said(first)}; ${pending.length} wait`;
}

function openLogs(database: AuditClient, namespace: string) {
  const dbOf = (service: FollowedService) => database.db(`${namespace}_${service}`);
  const isAsked = (type: string) => types.some((pattern) => type.startsWith(pattern.replace('*', '')));
  return {
    positions: async (): Promise<Positions> => {
      const positions: Positions = { catalog: 0, orders: 0 };
      for (const service of followedServices) {
        const state = await dbOf(service).collection<FeedState>(feedCollection).findOne({ _id: feedId });
        positions[service] = state?.position ?? 0;
      }
      return positions;
    },
    /** Ids of events with matching types and later positions. */
    idsAfter: async (positions: Positions): Promise<string[]> => {
      const ids: string[] = [];
      for (const service of followedServices) {
        const entries = dbOf(service).collection<LogEntry>(eventLogCollection);
        const later = entries.find({ position: { $gt: positions[service] } });
        for await (const { events } of later)
          ids.push(...events.filter(({ type }) => isAsked(type)).map(({ id }) => id));
      }
      return ids;
    },
  };
}
