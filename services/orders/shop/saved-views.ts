import { author, changed, matchVersion, shownChangesLimit } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { checksFirst } from '#shared/engine/decide/handler.ts';
import type { savedViewsSchema } from '#shared/contracts/endpoints/settings.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { OrdersHandler, SavedViews } from '../records/tables.ts';
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
  check: ({ savedViews }, command) => {
    const { caller, ifMatch } = command;
    const own = savedViews.get(caller.subject) ?? noViews(caller.subject);
    const later = own.log.filter(({ version }) => version > (ifMatch ?? 0));
    matchVersion(command, own, later);
    return own;
  },
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
