import type { DisabledReason } from '#shared/contracts/endpoints/webhook-schema.ts';
import type { WebhooksCommands } from '#shared/contracts/endpoints/webhooks-service.ts';
import {
  checksFirst,
  errorsOr,
  type Answer,
  type EventDraft,
  type Handlers,
  type State,
} from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import {
  changed,
  firstVersion,
  existing,
  recordEvent,
  withoutUndefined,
} from '#shared/engine/decide/versioned-record.ts';
import { detail, Problem, type FieldError } from '#shared/contracts/errors.ts';
import {
  followedServices,
  type Webhook,
  type WebhookState,
  type WebhooksNeeds,
  type WebhooksTables,
  type EventPlace,
  type FollowedService,
} from '../records/tables.ts';
import { rotated } from './secrets.ts';
import { webhookEventData, webhookResource } from './webhook-resource.ts';

export interface WebhookRules {
  /** The rule that a receiver's URL breaks, and the URL's host. Null: the URL is allowed. */
  receiverFault: (url: string) => { rule: 'receiver_url' | 'receiver_host'; host: string } | null;
  /** Creates a secret. `secret` is the text for the receiver, `sealed` the encrypted form that is stored. */
  newSecret: () => { secret: string; sealed: string };
}

type WebhookCommands = Pick<
  WebhooksCommands,
  'webhooks.create' | 'webhooks.update' | 'webhooks.delete' | 'webhooks.rotate-secret' | 'webhooks.replay'
>;
type WebhookHandlers = Handlers<WebhooksTables, WebhooksNeeds, WebhookCommands>;

function stateOf(states: State<WebhooksTables>['states'], id: number): WebhookState {
  const state = states.get(id);
  if (!state) throw new Problem('conflict', detail('endpoint_without_secret'));
  return state;
}

function urlErrors(url: string | undefined, { receiverFault }: WebhookRules): FieldError[] {
  const fault = url === undefined ? null : receiverFault(url);
  return fault === null ? [] : [{ field: 'url', rule: fault.rule, params: { host: fault.host } }];
}

function made(webhook: Webhook): Answer {
  return {
    status: 201,
    location: `/api/admin/webhooks/${webhook._id}`,
    version: webhook.version,
    data: { ...webhookResource(webhook), secret: null },
  };
}

function createWebhook(rules: WebhookRules): WebhookHandlers['webhooks.create'] {
  return makesOnce(made, {
    needs: () => ({ sequences: ['webhooks'], followed: [...followedServices] }),
    check: (state, { body }) => errorsOr(urlErrors(body.url, rules), state),
    decide: ({ followed }, command, { now, nextId }) => {
      const { url, types, payload = 'thin', status = 'active', description = null } = command.body;
      const webhook: Webhook = {
        _id: nextId('webhooks'),
        ...firstVersion(command, now),
        url,
        types: [...new Set(types)],
        payload,
        status,
        description,
        disabled_reason: null,
        activated_at: now,
      };
      const { secret, sealed } = rules.newSecret();
      const placeIn = (service: FollowedService): EventPlace =>
        followed.get(service)?.position ?? { since: now };
      const state: WebhookState = {
        _id: webhook._id,
        version: 1,
        secrets: [{ sealed, until: null }],
        failing_since: null,
        places: { catalog: placeIn('catalog'), orders: placeIn('orders') },
      };
      return {
        answer: { ...made(webhook), once: { secret } },
        changes: [
          { table: 'webhooks', put: webhook },
          { table: 'states', put: state },
        ],
        events: [],
      };
    },
  });
}

export function disabled(
  before: Webhook,
  reason: DisabledReason,
  now: string,
): { webhook: Webhook; event: EventDraft } {
  const webhook = changed<Webhook>(before, { status: 'disabled', disabled_reason: reason }, now);
  const of = { kind: 'webhooks.endpoint', path: 'webhooks', shape: 1 } as const;
  return { webhook, event: recordEvent(of, 'disabled', webhook, webhookEventData(webhook)) };
}

/** An activation or a new URL restarts the three days after which failing deliveries disable the endpoint. */
function fromNowOn(
  before: Webhook,
  { status = before.status, url = before.url }: Partial<Pick<Webhook, 'status' | 'url'>>,
  now: string,
): Partial<Webhook> {
  const isOther = { status: status !== before.status, url: url !== before.url };
  return {
    ...(isOther.status && { disabled_reason: null }),
    ...((isOther.url || (isOther.status && status === 'active')) && { activated_at: now }),
  };
}

export function webhookHandlers(rules: WebhookRules): WebhookHandlers {
  return {
    'webhooks.create': createWebhook(rules),
    'webhooks.update': checksFirst({
      needs: ({ params }) => ({ webhooks: [params.webhook] }),
      check: ({ webhooks }, command) => {
        const before = existing(webhooks, command.params.webhook, command);
        return errorsOr(urlErrors(command.body.url, rules), before);
      },
      decide: (before, command, { now }) => {
        const { types, ...values } = withoutUndefined(command.body);
        const change: Partial<Webhook> = {
          ...values,
          ...(types && { types: [...new Set(types)] }),
          ...fromNowOn(before, command.body, now),
        };
        const webhook = changed<Webhook>(before, change, now);
        return {
          answer: { status: 200, version: webhook.version, data: webhookResource(webhook) },
          changes: webhook === before ? [] : [{ table: 'webhooks', put: webhook }],
          events: [],
        };
      },
    }),
    'webhooks.delete': {
      needs: ({ params }) => ({ webhooks: [params.webhook], states: [params.webhook] }),
      decide: ({ webhooks, states }, command, { now }) => {
        const webhook = existing(webhooks, command.params.webhook, command);
        return {
          answer: { status: 204 },
          changes: [
            ...removal('webhooks', webhook, command, now),
            ...(states.has(webhook._id) ? [{ table: 'states' as const, remove: webhook._id }] : []),
          ],
          events: [],
        };
      },
    },
    'webhooks.rotate-secret': checksFirst({
      needs: ({ params }) => ({ webhooks: [params.webhook], states: [params.webhook] }),
      check: ({ webhooks, states }, command) => ({
        webhook: existing(webhooks, command.params.webhook, command),
        states,
      }),
      decide: ({ webhook, states }, _command, { now }) => {
        const before = stateOf(states, webhook._id);
        const { secret, sealed } = rules.newSecret();
        return {
          answer: {
            status: 200,
            version: webhook.version,
            data: { ...webhookResource(webhook), secret: null },
            once: { secret },
          },
          changes: [{ table: 'states', put: { ...before, secrets: rotated(before.secrets, sealed, now) } }],
          events: [],
        };
      },
    }),
    'webhooks.replay': checksFirst({
      needs: ({ params }) => ({ webhooks: [params.webhook], states: [params.webhook] }),
      check: ({ webhooks, states }, command) => ({
        webhook: existing(webhooks, command.params.webhook, command),
        states,
      }),
      decide: ({ webhook, states }, command) => {
        const before = stateOf(states, webhook._id);
        return {
          answer: { status: 200, version: webhook.version, data: webhookResource(webhook) },
          changes: [
            { table: 'states', put: { ...before, places: replayFrom(before.places, command.body.after) } },
          ],
          events: [],
        };
      },
    }),
  };
}

/**
 * `after` is a time, or JSON with a log position for each service (the gateway creates it from a cursor). A replay never skips
 * events that the endpoint has not received yet.
 */
function replayFrom(
  current: Readonly<Record<FollowedService, EventPlace>>,
  after: string,
): Record<FollowedService, EventPlace> {
  const placeIn: (service: FollowedService) => EventPlace = after.startsWith('{')
    ? (service) => (JSON.parse(after) as Partial<Record<FollowedService, number>>)[service] ?? 0
    : () => ({ since: after });
  const places = followedServices.map((service): [FollowedService, EventPlace] => [
    service,
    earlierPlace(current[service], placeIn(service)),
  ]);
  return Object.fromEntries(places) as Record<FollowedService, EventPlace>;
}

/** Combines two places in a service's log. From the result, the endpoint receives every event that follows either place. */
function earlierPlace(a: EventPlace, b: EventPlace): EventPlace {
  const atMost = (place: EventPlace) => (typeof place === 'number' ? place : (place?.at_most ?? Infinity));
  const position = Math.min(atMost(a), atMost(b));
  const [since] = [a, b].flatMap((place) => (typeof place === 'object' && place ? [place.since] : [])).sort();
  if (since !== undefined) return { since, ...(position < Infinity && { at_most: position }) };
  return position < Infinity ? position : null;
}
