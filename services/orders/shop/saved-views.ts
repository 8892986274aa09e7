import { author, changed, matchVersion, shownChangesLimit } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { checksFirst, type Draft, type State } from '#shared/engine/decide/handler.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { savedViewsSchema } from '#shared/contracts/endpoints/settings.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { OrdersHandler, OrdersTables, SavedViews } from '../records/tables.ts';
import { firstKept } from './shop-settings.ts';

export function noViews(subject: string): SavedViews {
  return { _id: subject, version: 0, views: [], log: [], created_at: '', updated_at: '' };
}

export function savedViewsResource({ views, updated_at }: SavedViews): Shown<typeof savedViewsSchema> {
  return {
    views: views.map(({ name, list, query }) => ({ name, list, query })),
    updated_at: updated_at === '' ? null : updated_at,
  };
}

/** The caller's saved views. Throws 412 if the caller's `If-Match` is outdated. */
function ownViews(
  { savedViews }: State<OrdersTables>,
  command: Pick<Draft<OrdersCommands['saved-views.update']>, 'ifMatch' | 'caller'>,
): SavedViews {
  const { subject } = command.caller;
  const own = savedViews.get(subject) ?? noViews(subject);
  const { ifMatch } = command;
  matchVersion(
    command,
    own,
    own.log.filter(({ version }) => version > (ifMatch ?? 0)),
  );
  return own;
}

/** The ledger does not record saved views. So the record logs its own changes, which a 412 response lists. */
export function withViews(
  before: SavedViews,
  views: SavedViews['views'],
  command: Pick<Command, 'caller'>,
  now: string,
): SavedViews {
  const after = changed(before, { views }, now);
  if (after === before) return before;
  const change = { version: after.version, by: author(command), at: now, fields: ['views'] };
  return { ...after, log: [...before.log, change].slice(-shownChangesLimit) };
}

export const updateSavedViews: OrdersHandler<'saved-views.update'> = checksFirst({
  needs: ({ caller: { subject } }) => ({ savedViews: [subject] }),
  check: ownViews,
  decide: (before, command, { now }) => {
    const sent = command.body.views?.map(({ name, list, query }) => ({ name, list, query: query ?? null }));
    const own = firstKept(before, withViews(before, sent ?? before.views, command, now));
    return {
      answer: { status: 200, version: own.version, data: savedViewsResource(own) },
      changes: own === before ? [] : [{ table: 'savedViews', put: own }],
      events: [],
    };
  },
});
