import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { listPages } from '#console/data/list-pages.ts';
import { isOrderField } from '#console/data/order-fields.ts';
import { ruleTexts } from '#console/data/rule-texts.ts';
import { fieldWords } from '#console/parts/timeline-changes.ts';
import { englishRules, type FieldRule } from '#shared/contracts/errors.ts';
import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import { endpoints } from '#services/gateway/http/routes.ts';

const sourceOf = (file: string) => readFileSync(join(import.meta.dirname, '../../../console', file), 'utf8');

/** Resources with a timeline that have no page in the console, with the reason. */
const withoutPage: Readonly<Record<string, string>> = {
  addresses: 'The page of a customer lists the addresses, without their timelines.',
  inventory: 'The page of a product shows the timeline of its stock.',
  payments: 'The page of an order shows its payments, and its timeline shows their changes.',
};
const timelines = endpoints.flatMap(({ id, declared }) =>
  declared.path.startsWith('/api/admin/') && id.endsWith('.timeline') ? [id.replace(/\.timeline$/, '')] : [],
);
const routes = [...sourceOf('rooms.ts').matchAll(/path: '([^']+)'/g)].map(
  ([, path = '']) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`),
);
const isShown = (resource: string) =>
  new RegExp(`^  ${resource}: \\(`, 'm').test(sourceOf('data/use-timeline.ts'));

test('every kind of record with a timeline has a page in the console, or is listed as an exception', () => {
  const missing = timelines.filter((resource) => {
    const page = listPages[resource];
    const hasRoutes = [page, `${page}/1`].every((path) => routes.some((route) => route.test(path ?? '')));
    return !(hasRoutes && isShown(resource)) && !Object.hasOwn(withoutPage, resource);
  });
  expect(missing).toEqual([]);
});

/** Timelines leave out ids, times, an order's history, and values that responses compute. */
const neverShown: ReadonlySet<string> = new Set([
  'id',
  'order_id',
  'created_at',
  'updated_at',
  'available',
  'next_statuses',
  'items_total',
  'at',
  'by',
  'from',
  'to',
  'reason',
]);

test.each(timelines.filter(isShown))(
  'the console’s timelines of %s have a label for every field of these records',
  (resource) => {
    const { answers } = endpoints.find(({ id }) => id === `${resource}.read`)?.declared ?? {};
    const unlabelled = leavesOf(answers ?? {}).filter(
      (name) => !Object.hasOwn(fieldWords, name) && !isOrderField(name) && !neverShown.has(name),
    );
    expect(unlabelled).toEqual([]);
  },
);

/** The names of a schema's fields that hold no fields themselves. */
function leavesOf({ properties = {}, items = {} }: JsonSchema, name = ''): string[] {
  const { properties: ofEntries = {} } = items as JsonSchema;
  const inner = { ...(properties as object), ...(ofEntries as object) } as Record<string, JsonSchema>;
  const leaves = Object.entries(inner).flatMap(([field, schema]) => leavesOf(schema, field));
  return leaves.length > 0 ? leaves : [name];
}

/** The console shows the API's message for these rules: its inputs cannot break them, or the message fits beside an input. */
const withoutText: readonly FieldRule[] = [
  'applied_as_seen',
  'array',
  'blank_filter',
  'boolean',
  'cart_full',
  'counts_too_many',
  'cursor',
  'deep_page',
  'distinct',
  'event_cursor',
  'event_place',
  'exactly_one',
  'file',
  'flag',
  'idempotency_key',
  'illegal_transition',
  'in',
  'indexed_entries',
  'lines_cost_nothing',
  'lines_exceed',
  'needs_rows',
  'no_rehearsal',
  'no_returns',
  'not_sold',
  'nothing_due',
  'object',
  'one_selection',
  'other_dialect',
  'return_period',
  'selects_too_long',
  'selects_too_many',
  'string',
  'takes_too_long',
  'too_many_groups',
  'too_many_rows',
  'total_takes_too_long',
  'unicode',
  'unknown_column',
  'unknown_filter',
  'unknown_sort',
  'whole_records',
];

test('every validation rule has an error text in the console, or is listed as an exception', () => {
  const missing = Object.keys(englishRules).filter((rule) => !Object.hasOwn(ruleTexts, rule));
  expect(missing.sort()).toEqual(withoutText);
});
