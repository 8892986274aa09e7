import { damagedBy } from '#shared/engine/decide/audit-finding.ts';
import { checksFirst, type Answer, type EventDraft, type Handlers } from '#shared/engine/decide/handler.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import type { Resource } from '#shared/engine/decide/resource.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import { existing, recordEvent } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import { bulkWork } from '../records/bulk-change.ts';
import { subscriptionResource } from '../records/catalog-resource.ts';
import { changeRecord, newRecord } from '../records/change-record.ts';
import { faults } from '../records/damaged-records.ts';
import type { CatalogNeeds, CatalogTables, Subscription } from '../records/tables.ts';

export const subscriptions = {
  hasSequence: true,
  isMadeOnce: true,
  fault: faults.subscriptions,
  tracked: { money: new Set(['price']) },
  findings: damagedBy('subscriptions', faults.subscriptions),
} satisfies Resource<Subscription>;

type SubscriptionCommands = Pick<
  CatalogCommands,
  'subscriptions.create' | 'subscriptions.update' | 'subscriptions.delete'
>;

function event(
  happened: 'created' | 'updated' | 'deleted',
  subscription: Subscription,
  decimals: number,
): EventDraft {
  const of = { kind: 'catalog.subscription', path: 'subscriptions', shape: 1 } as const;
  return recordEvent(of, happened, subscription, subscriptionResource(subscription, 'en', decimals));
}

export function subscriptionHandlers(
  decimals: number,
): Handlers<CatalogTables, CatalogNeeds, SubscriptionCommands> {
  const made = (subscription: Subscription, { language }: Pick<Command, 'language'>): Answer => ({
    status: 201,
    location: `/api/admin/subscriptions/${subscription._id}`,
    version: subscription.version,
    data: subscriptionResource(subscription, language, decimals),
    language,
  });

  return {
    'subscriptions.create': makesOnce(made, {
      needs: () => ({ sequences: ['subscriptions'] }),
      check: (state) => state,
      decide: (_state, command, { now, nextId }) => {
        const subscription = newRecord(nextId('subscriptions'), command.body, command, now);
        return {
          answer: made(subscription, command),
          changes: [{ table: 'subscriptions', put: subscription }],
          events: [event('created', subscription, decimals)],
        };
      },
    }),
    'subscriptions.update': checksFirst({
      needs: ({ params }) => ({ subscriptions: [params.subscription] }),
      check: ({ subscriptions }, command) => existing(subscriptions, command.params.subscription, command),
      decide: (before, command, { now }) => {
        const subscription = changeRecord(before, command.body, now);
        const data = subscriptionResource(subscription, command.language, decimals);
        return {
          answer: { status: 200, version: subscription.version, data, language: command.language },
          changes: subscription === before ? [] : [{ table: 'subscriptions', put: subscription }],
          events: subscription === before ? [] : [event('updated', subscription, decimals)],
        };
      },
    }),
    'subscriptions.delete': {
      needs: ({ params }) => ({ subscriptions: [params.subscription] }),
      decide: ({ subscriptions }, command, { now }) => {
        const subscription = existing(subscriptions, command.params.subscription, command);
        return {
          answer: { status: 204 },
          changes: removal('subscriptions', subscription, command, now),
          events: [event('deleted', subscription, decimals)],
        };
      },
    },
  };
}

export function subscriptionBulk(decimals: number) {
  return bulkWork(
    { table: 'subscriptions', eventOf: (happened, record) => event(happened, record, decimals) },
    decimals,
  );
}
