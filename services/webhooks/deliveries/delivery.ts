import type { WebhooksCommands } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { checksFirst, type Handlers, type State } from '#shared/engine/decide/handler.ts';
import { existing, matchVersion } from '#shared/engine/decide/versioned-record.ts';
import { detail, Problem } from '#shared/contracts/errors.ts';
import type { Delivery, Webhook, WebhooksNeeds, WebhooksTables } from '../records/tables.ts';
import { deliveryResource } from '../endpoints/webhook-resource.ts';

type DeliveryCommands = Pick<WebhooksCommands, 'webhooks.ping' | 'webhook-deliveries.redeliver'>;

/** The number of latest attempts that a delivery stores. */
export const keptAttempts = 20;

/** Deliveries in a lane are sent one after another. In its own lane, a delivery does not wait for others about its record. */
function ownLane(id: number): string {
  return `~${id}`;
}

export function isOutsideOrder({ lane }: Pick<Delivery, 'lane'>): boolean {
  return lane.startsWith('~');
}

export function newDelivery(
  id: number,
  webhook: Pick<Webhook, '_id'>,
  event: { id: string; type: string; subject: string },
  now: string,
): Delivery {
  return {
    _id: id,
    version: 1,
    webhook_id: webhook._id,
    event_id: event.id,
    type: event.type,
    subject: event.subject,
    lane: event.subject,
    status: 'pending',
    attempts: [],
    tried: 0,
    next_attempt_at: now,
    created_at: now,
  };
}

/**
 * The event of a ping. Its id also contains the delivery's id, because the command's id alone is not unique: after the ping's
 * outcome has expired, a retry with the same command id creates another event, while the first event may still be stored.
 */
function pingEvent({ id: command }: Pick<Command, 'id'>, delivery: number, webhook: Webhook, now: string) {
  return {
    specversion: '1.0',
    id: `${command}-${delivery}`,
    source: '/webhooks',
    type: 'webhook.ping',
    subject: `webhooks/${webhook._id}`,
    time: now,
    datacontenttype: 'application/json',
    data: { id: webhook._id },
  };
}

/** Throws 409 for an inactive endpoint, because the service sends nothing to it. */
function active(
  { webhooks }: State<WebhooksTables>,
  command: Pick<WebhooksCommands['webhooks.ping'], 'ifMatch' | 'params'>,
): Webhook {
  const webhook = existing(webhooks, command.params.webhook, command);
  const { status } = webhook;
  if (status !== 'active') throw new Problem('conflict', detail('endpoint_inactive', { status }));
  return webhook;
}

export const deliveryHandlers: Handlers<WebhooksTables, WebhooksNeeds, DeliveryCommands> = {
  'webhooks.ping': checksFirst({
    needs: ({ params }) => ({ webhooks: [params.webhook], sequences: ['deliveries'] }),
    check: active,
    decide: (webhook, command, { now, nextId }) => {
      const id = nextId('deliveries');
      const event = pingEvent(command, id, webhook, now);
      const delivery = { ...newDelivery(id, webhook, event, now), lane: ownLane(id) };
      return {
        answer: {
          status: 201,
          location: `/api/admin/webhooks/${webhook._id}/deliveries/${id}`,
          data: deliveryResource(delivery),
        },
        changes: [
          { table: 'deliveryEvents', put: { _id: event.id, version: 1, json: JSON.stringify(event) } },
          { table: 'deliveries', put: delivery },
        ],
        events: [],
      };
    },
  }),
  'webhook-deliveries.redeliver': checksFirst({
    needs: ({ params }) => ({ webhooks: [params.webhook], deliveries: [params.delivery] }),
    // `If-Match` names a version of the delivery, not of its endpoint.
    check: (state, command) => ({ webhook: active(state, { ...command, ifMatch: null }), state }),
    decide: ({ webhook, state }, command, { now }) => {
      const before = state.deliveries.get(command.params.delivery);
      if (before?.webhook_id !== webhook._id) throw new Problem('not_found');
      matchVersion(command, before);
      const event = state.deliveryEvents.get(before.event_id);
      if (!event) throw new Problem('conflict', detail('event_expired'));
      const delivery: Delivery = {
        ...before,
        // An attempt that is still running has the old version. Its result is then ignored, so it cannot end the new attempts.
        version: before.version + 1,
        lane: ownLane(before._id),
        status: 'pending',
        tried: 0,
        next_attempt_at: now,
      };
      const { attempts, ...rest } = deliveryResource(delivery);
      // Removes the receivers' responses from the outcome, because outcomes are stored longer than these responses may be.
      const kept = attempts.map((attempt) => ({ ...attempt, answer: null }));
      return {
        answer: { status: 200, data: { ...rest, attempts: kept }, once: { attempts } },
        changes: [
          // Writing the event renews its expiry, so that it is kept until the last attempt.
          { table: 'deliveryEvents', put: { ...event, version: event.version + 1 } },
          { table: 'deliveries', put: delivery },
        ],
        events: [],
      };
    },
  }),
};
