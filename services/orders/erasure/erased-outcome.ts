import type { Answered, InboxRecord } from '#shared/engine/decide/outcome.ts';
import type { ShownChange } from '#shared/engine/decide/versioned-record.ts';
import { personalAddressFields } from '#shared/contracts/endpoints/addresses.ts';
import type { savedViewsSchema } from '#shared/contracts/endpoints/settings.ts';
import type { orderChangeSchema } from '#shared/contracts/endpoints/order-changes.ts';
import type { returnSchema } from '#shared/contracts/endpoints/returns.ts';
import type { paymentSchema } from '#shared/contracts/endpoints/payments.ts';
import { personalUserFields } from '#shared/contracts/endpoints/users.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { authorById } from '../customers/shopper.ts';
import { personalFieldsOfOrders, withoutPerson } from '../orders/erased-order.ts';
import { orderResource } from '../orders/order-resource.ts';
import { isPaymentText, withoutTexts } from '../payments/payment.ts';
import type { Order, SavedViews } from '../records/tables.ts';

/** This command saves a staff member's list views. Names and filters of the views may contain names of people. */
export const savingViews = 'saved-views.update';

/** Admin commands whose responses or errors contain data about people. */
export const commandsAboutPeople: readonly string[] = [
  savingViews,
  'users.create',
  'users.update',
  'users.delete',
  'addresses.create',
  'addresses.update',
  'addresses.delete',
  'orders.create',
  'orders.update',
  'orders.delete',
  'order-notes.create',
  'orders.change',
  'returns.create',
  'returns.update',
  'payments.create',
  'payments.capture',
  'payments.void',
  'payments.refund',
  'order-items.create',
  'order-items.update',
  'order-items.delete',
  // Orders move stock, so a 412 of these commands names shoppers as authors.
  'inventory.set',
  'inventory.adjust',
];

interface Body {
  id?: number;
  order_id?: number;
  order_number?: string;
  user_id?: number;
}

/** Reads the ids of order and user from a stored response. The response to a note has only the order's id, in its location. */
export function answeredAbout({
  type,
  outcome,
}: Pick<InboxRecord, 'type' | 'outcome'>): Record<'order' | 'user', number | null> {
  const unknown = { order: null, user: null };
  if ('problem' in outcome || outcome.body === null) return unknown;
  if (type === 'order-notes.create') return { ...unknown, order: orderAt(outcome.location) };
  const body = JSON.parse(outcome.body) as Body | null;
  if (/^(own-)?(payments|returns)\./.test(type)) return { ...unknown, order: body?.order_id ?? null };
  if (type === 'orders.change') {
    const { after } = body as unknown as { after: Required<Body> };
    return { order: after.id, user: after.user_id };
  }
  if (type.startsWith('users.')) return { ...unknown, user: body?.id ?? null };
  if (type.startsWith('addresses.')) return { ...unknown, user: body?.user_id ?? null };
  return type.startsWith('orders.') ? { order: body?.id ?? null, user: body?.user_id ?? null } : unknown;
}

function orderAt(location: string | null): number | null {
  const id = /\/orders\/(\d+)\/timeline$/.exec(location ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the id of the order in the response body, or null if the body is no order. */
export function orderAnswered({ outcome }: Pick<InboxRecord, 'outcome'>): number | null {
  if ('problem' in outcome || outcome.body === null) return null;
  const body = JSON.parse(outcome.body) as Body | null;
  return body?.order_number === undefined ? null : (body.id ?? null);
}

/**
 * Removes data about an erased person from the stored outcome of a command, which a retry gets. An order in the response is
 * replaced with the order's current data. Any other response loses its body. The fingerprint stays, so a retry is recognized and
 * never runs again.
 */
export function erasedOutcome(
  record: InboxRecord,
  { order, user, decimals }: { order: Order | null; user: number | null; decimals: number },
): InboxRecord {
  const { outcome, owner, state, type } = record;
  if (state !== 'done') return { ...record, outcome: { problem: { code: 'conflict' } } };
  if ('problem' in outcome) return withoutPersonalValues(record, () => true);
  if (outcome.body === null) return record;
  const shown: unknown = JSON.parse(outcome.body);
  const answering = (body: object, more: Partial<Answered> = {}): InboxRecord => ({
    ...record,
    outcome: { ...outcome, ...more, body: JSON.stringify(body) },
  });
  // Only staff send commands about payments, so the authors of refunds stay.
  if (type.startsWith('payments.')) return answering(withoutTexts(shown as Shown<typeof paymentSchema>));
  if (/^(own-)?returns\./.test(type))
    return answering(returnWithoutTexts(shown as Shown<typeof returnSchema>, user));
  if (type === 'orders.change')
    return answering(changeWithoutPerson(shown as Shown<typeof orderChangeSchema>));
  if (order) {
    const area = owner.startsWith('admin:') ? 'admin' : 'client';
    const view = { area, language: languageOf(shown as ShownLines, order), decimals } as const;
    return answering(orderResource(order, view), { version: order.version });
  }
  const { status, location, version } = outcome;
  return { ...record, outcome: { status, location, version, body: null, erased: true } };
}

/** Removes from the outcome all views that are no longer saved. A removed view may have contained the person's name. */
export function outcomeOfViews(record: InboxRecord, own: SavedViews | undefined): InboxRecord {
  const { outcome } = record;
  if ('problem' in outcome || outcome.body === null) return record;
  const shown = JSON.parse(outcome.body) as Shown<typeof savedViewsSchema>;
  const there = new Set(own?.views.map((view) => nameOf(view)));
  const views = shown.views.filter((view) => there.has(nameOf(view)));
  if (views.length === shown.views.length) return record;
  return { ...record, outcome: { ...outcome, body: JSON.stringify({ ...shown, views }) } };
}

function nameOf({ name, list, query }: SavedViews['views'][number]): string {
  return JSON.stringify([name, list, query]);
}

/** In the history, the user's id replaces the subject of their token. */
function returnWithoutTexts(shown: Shown<typeof returnSchema>, user: number | null): object {
  const lines = shown.lines.map((line) => ({ ...line, reason: null }));
  const history = shown.history.map((step) => ({
    ...step,
    ...('reason' in step && { reason: null }),
    ...('by' in step && { by: authorById(step.by, user ?? 0) }),
  }));
  return { ...shown, lines, history };
}

function changeWithoutPerson(shown: Shown<typeof orderChangeSchema>): object {
  const [before, after] = [shown.before, shown.after].map((order) => {
    const { log: _log, ...cleaned } = withoutPerson<typeof order & { log?: unknown }>(order);
    return cleaned;
  });
  return { ...shown, before, after };
}

/** Finds the language of a response by comparing its first product name with the names on the order. */
type ShownLines = { items?: { product?: { name?: string } }[] } | null;

function languageOf(shown: ShownLines, { items }: Order): Language {
  const name = shown?.items?.[0]?.product?.name;
  const isArabic = items.some(({ product: { en, ar } }) => en.name !== ar.name && ar.name === name);
  return isArabic ? 'ar' : 'en';
}

const personalFields = new Set([
  ...personalFieldsOfOrders,
  ...personalUserFields,
  ...personalAddressFields,
  // Erased orders keep the city, so `personalAddressFields` lacks it. But the person's addresses are deleted with their city.
  'city',
]);

function isPersonalField(field: string): boolean {
  return personalFields.has(field) || field === 'lines' || isPaymentText(field);
}

/** A stored 412 response does not name its record, so the personal fields of all records are removed by default. */
export function withoutPersonalValues(
  record: InboxRecord,
  isPersonal: (field: string) => boolean = isPersonalField,
): InboxRecord {
  const { outcome } = record;
  const shown = 'problem' in outcome ? outcome.problem.extra?.['changes'] : undefined;
  if (!('problem' in outcome) || !Array.isArray(shown)) return record;
  const changes = (shown as ShownChange[]).map(({ values, by, ...change }) => ({
    ...change,
    ...(by !== undefined && !by.startsWith('client:') && { by }),
    ...(values && {
      values: Object.fromEntries(Object.entries(values).filter(([field]) => !isPersonal(field))),
    }),
  }));
  const problem = { ...outcome.problem, extra: { ...outcome.problem.extra, changes } };
  return { ...record, outcome: { ...outcome, problem } };
}
