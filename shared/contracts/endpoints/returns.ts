import type { FieldError } from '../errors.ts';
import { post, put, read, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { describe, list, nullable, object, required, sometimes } from '../kit/fields.ts';
import { flag, integer, money, text, word } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter, wordsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { maxFigure } from './order-fields.ts';
import { amountSchema, maxAmount, maxItems } from './order-lines.ts';
import { statesWithReturns } from './order-states.ts';
import { returnStates, returnStateSchema } from './return-states.ts';
import { timelineOf } from './timeline.ts';

const received = s.orNull(s.count, 'Units that came back. null: the goods were not received yet.');
const restock = s.orNull(
  s.boolean,
  'Whether the units can be sold again. null: the goods were not received yet.',
);
const uncounted = s.described(
  s.count,
  'Received units that the item had not taken from counted stock, so that no stock changed.',
);
const refund = s.orNull(
  s.money,
  'The amount that the order was credited for the goods. null: the goods were not received.',
);

const lineFigures = { item_id: s.id, amount: amountSchema, received };
const returnLineSchema = s.named('ReturnLine', {
  ...lineFigures,
  restock,
  uncounted,
  reason: s.orNull(s.text),
});
const clientReturnLineSchema = s.named('ClientReturnLine', { ...lineFigures, reason: s.orNull(s.text) });
const returnEventLineSchema = s.objectOf({ ...lineFigures, restock, uncounted });

const step = {
  at: s.moment,
  by: s.text,
  from: s.orNull(returnStateSchema),
  to: returnStateSchema,
  reason: s.orNull(s.text),
};
const returnStepSchema = s.named('ReturnStep', step);
const { by: _by, reason: _reason, ...clientStep } = step;
const clientReturnStepSchema = s.named('ClientReturnStep', clientStep);

const figures = { id: s.id, order_id: s.id, status: returnStateSchema };
export const returnSchema = s.named('Return', {
  ...figures,
  lines: s.arrayOf(returnLineSchema),
  refund,
  history: s.arrayOf(returnStepSchema),
  ...s.times,
});
/** A return without names and reasons of staff, and without the items' reasons if staff created the return. */
export const clientReturnSchema = s.named('ClientReturn', {
  ...figures,
  lines: s.arrayOf(clientReturnLineSchema),
  refund,
  history: s.arrayOf(clientReturnStepSchema),
  ...s.times,
});
/** A return in events, without its texts, because people write about themselves in them. */
export const returnEventSchema = s.objectOf({
  ...figures,
  user_id: s.id,
  lines: s.arrayOf(returnEventLineSchema),
  refund,
  ...s.times,
});

const returnList = listOf({
  filters: {
    order_id: idsFilter(),
    status: wordsFilter(returnStates),
    created_at: dateFilter(),
    id: idsFilter(),
  },
  costs: { status: 'scan' },
  searchable: ['order_id'],
});

const reason = () => nullable(text({ max: 500 }));
const itemId = () =>
  required(integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), 'Each item may be in only one line.');

export function newReturnLine() {
  return object({
    item_id: itemId(),
    amount: required(integer({ min: 1, max: maxAmount }), 'Units to send back.'),
    reason: reason(),
  });
}

export function receivedLine() {
  return object({
    item_id: itemId(),
    received: sometimes(integer({ min: 0, max: maxAmount }), 'Default: all units of the return.'),
    restock: sometimes(flag(), 'false: the units cannot be sold again. Default: true.'),
  });
}

interface NamedItem {
  item_id?: number;
}

function distinctItems(lines: readonly (NamedItem | undefined)[] = []): FieldError[] {
  const known = new Set<number>();
  return lines.flatMap((line, index) => {
    const { item_id: id } = line ?? {};
    if (id === undefined) return [];
    if (known.has(id)) return [{ field: `lines.${index}.item_id`, rule: 'distinct' }];
    known.add(id);
    return [];
  });
}

const atLeastOne = { field: 'lines', rule: 'min_items', params: { min: 1 } } as const;

function newReturnErrors({ lines }: { lines?: readonly (NamedItem | undefined)[] }): FieldError[] {
  return lines?.length === 0 ? [atLeastOne] : distinctItems(lines);
}

/** Errors for `lines` and `refund`, which are allowed only in the step in which the goods are received. */
function stepErrors(body: {
  status?: string;
  lines?: readonly (NamedItem | undefined)[];
  refund?: number | null;
}): FieldError[] {
  const { status, lines } = body;
  if (status === 'received') return distinctItems(lines);
  const besides = (['lines', 'refund'] as const).filter((name) => (body[name] ?? null) !== null);
  if (status === undefined) return besides.length === 0 ? [] : [{ field: 'status', rule: 'required' }];
  const params = { other: 'status', value: status };
  return besides.map((field) => ({ field, rule: 'prohibited_when', params }));
}

const oneOrMoreLines = { properties: { lines: { minItems: 1 } } };

export const returnReads = {
  'returns.list': read('/api/admin/returns', {
    summary: 'List returns',
    description: 'The newest first.',
    list: returnList,
    answers: returnSchema,
  }),
  'returns.read': read('/api/admin/returns/:return', {
    summary: 'Read a return',
    description: 'With its items and its steps.',
    answers: returnSchema,
  }),
  'returns.timeline': timelineOf('/api/admin/returns/:return/timeline', 'a return'),
  'returns.of-order': read('/api/admin/orders/:order/returns', {
    summary: 'List the returns of an order',
    description: 'The same as `GET /api/admin/returns` for one order.',
    list: returnList,
    answers: returnSchema,
  }),
  'own-returns.list': read('/api/client/orders/:order/returns', {
    summary: 'List the returns of one of your orders',
    description: '404 for an order of another shopper.',
    list: returnList,
    answers: clientReturnSchema,
  }),
  'own-returns.read': read('/api/client/orders/:order/returns/:return', {
    summary: 'Read one of your returns',
    description: '404 for a return of another shopper.',
    answers: clientReturnSchema,
  }),
};

const newReturn = {
  body: object({ lines: required(list(newReturnLine(), { max: maxItems })) }),
  check: newReturnErrors,
  crossFieldSchema: { allOf: [oneOrMoreLines] },
  status: 201,
  refuses: ['illegal_transition'],
} as const;

export const returnContract = {
  sections: { 'Admin returns': 'Goods that customers send back, from the request to the refund.' },
  events: eventsOf('orders', 'returns', returnEventSchema, {
    'orders.return.created.v1': 'A return was requested or announced.',
    'orders.return.updated.v1': 'A return moved to its next step.',
  }),
  reads: returnReads,
  writes: {
    'own-returns.create': post('/api/client/orders/:order/returns', {
      summary: 'Ask to return items of one of your orders',
      description: [
        'Possible while the order is delivered, for `RETURN_DAYS` days after the delivery. The units of an item in all its',
        'returns never exceed its amount. The shop approves or refuses the request.',
      ].join(' '),
      ...newReturn,
      answers: clientReturnSchema,
      example: { lines: [{ item_id: 1, amount: 1, reason: 'It does not fit' }] },
    }),
    'own-returns.withdraw': post('/api/client/orders/:order/returns/:return/withdraw', {
      summary: 'Withdraw one of your requested returns',
      description: 'After the shop’s approval it is an `illegal_transition`.',
      answers: clientReturnSchema,
      refuses: ['illegal_transition'],
      exampleIds: { return: 2 },
    }),
    'returns.create': post('/api/admin/orders/:order/returns', {
      summary: 'Announce a return of an order',
      description: `Begins \`approved\`. Possible while the order is ${statesWithReturns('admin').join(' or ')}. \`If-Match\` takes the order’s ETag.`,
      ...newReturn,
      answers: returnSchema,
      example: { lines: [{ item_id: 4, amount: 1, reason: 'Parcel came back' }] },
      exampleIds: { order: 3 },
    }),
    'returns.update': put('/api/admin/returns/:return', {
      summary: 'Move a return to its next step',
      description: [
        'A requested return is approved or refused, an approved one received or refused, a received one closed. The same state again',
        'changes nothing.',
        '',
        '- With `received`, `lines` says what came back. Items that it does not name count as received in full. The units are no longer',
        '  reserved for the order, and are added to the stock unless `restock` is false.',
        '- `refund` is credited to the order. Default: the share of the units in the price, the discounts and the tax. Money goes back',
        '  from the newest captured payment on, as far as the shop then owes the customer.',
        '- When every unit of the order has come back, the order becomes `returned`.',
        '- With `dry_run`: 200 with the return as it would be, or the error. Nothing is changed, and the key is not used.',
      ].join('\n'),
      body: object({
        status: sometimes(word(returnStates)),
        lines: sometimes(list(receivedLine(), { max: maxItems })),
        refund: nullable(money({ max: maxFigure }), 'null or absent: the share of the units.'),
        reason: describe(reason(), 'Only staff see it.'),
        dry_run: nullable(flag()),
      }),
      check: stepErrors,
      crossFieldSchema: {
        if: { properties: { status: { const: 'received' } }, required: ['status'] },
        else: { properties: { lines: false, refund: { type: 'null' } } },
      },
      answers: returnSchema,
      refuses: ['illegal_transition', 'conflict'],
      example: { status: 'approved' },
      rehearsed: returnSchema,
    }),
  },
} satisfies ResourceContract;
