import { isMoney, orderEventFields } from '#shared/contracts/endpoints/order-fields.ts';
import { fromMajor } from '#shared/contracts/kit/money.ts';
import type { CreatedWith } from '#shared/engine/decide/known-record.ts';
import { flatten } from '#shared/engine/decide/ledger-row.ts';
import { copyInEvent } from '../stock/product-copy.ts';

const money = orderEventFields.filter(isMoney);
const fields: ReadonlySet<string> = new Set(orderEventFields);
const moneyOfLines = ['main_price', 'manufacturing_price', 'discount_amount'] as const;
const ofLines = /^items\.\d+\.(product_id|amount|main_price|manufacturing_price|discount_amount)$/;

type Shown = Readonly<Record<string, unknown>>;

/**
 * The values with which an order was created, from its creation event, with money in minor units. Null if the event has no order
 * data.
 */
export function createdWith(data: Shown, decimals: number): CreatedWith | null {
  const { items } = data;
  if (!Array.isArray(items)) return null;
  const inMinor = (of: Shown, names: readonly string[]): Shown => ({
    ...of,
    ...Object.fromEntries(names.map((name) => [name, fromMajor(Number(of[name]), decimals)])),
  });
  const lines = (items as Shown[]).map((line) => inMinor(line, moneyOfLines));
  return {
    fields: flatten({ ...inMinor(data, money), items: lines }, new Set()),
    // Events of earlier releases lack the fields that later releases added.
    covers: (name) => (fields.has(name) && name in data) || ofLines.test(name),
  };
}

/**
 * The values of the copied fields with which a product was created, from its creation event. Null if the event has no product
 * data.
 */
export function productCreatedWith(
  data: Readonly<Record<string, unknown>>,
  decimals: number,
): CreatedWith | null {
  const copy = copyInEvent(data, decimals);
  if (!copy) return null;
  const shown = flatten(copy, new Set());
  return { fields: shown, covers: (name) => shown.has(name) };
}
