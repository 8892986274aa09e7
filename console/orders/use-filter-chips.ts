import { orderFieldTexts } from '../data/order-fields.ts';
import { orderStates, paymentStatuses } from '../parts/order-words.ts';
import type { FilterChip } from '../parts/filter-chips.tsx';
import { partTexts } from '../parts/texts.ts';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { isolated } from '../texts/fill-text.ts';
import { useTexts } from '../texts/language.tsx';
import {
  filterNames,
  isPlacedFilter,
  type FilterName,
  type OrderView,
  type PlacedFilter,
} from './order-view.ts';
import { ordersTexts } from './texts.ts';
import { useChosenCustomer, useChosenProduct } from './use-chosen.ts';

const labels = {
  status: 'state',
  payment_status: 'paymentStatus',
  payment_method: 'paymentMethod',
  created_at: 'createdOn',
  updated_at: 'updatedOn',
  'created_at.from': 'createdFrom',
  'created_at.to': 'createdTo',
  'total.from': 'totalFrom',
  'total.to': 'totalTo',
  user_id: 'customer',
  product_id: 'product',
  address_id: 'address',
  order_number: 'orderNumber',
  customer: 'inCustomer',
} as const satisfies Record<PlacedFilter, keyof typeof ordersTexts>;

type Narrowed = Pick<OrderView, 'search' | 'filters'>;

export function useFilterChips(
  { search, filters }: Narrowed,
  apply: (change: Partial<Narrowed>) => void,
): FilterChip[] {
  const t = useTexts(ordersTexts);
  const tField = useTexts(orderFieldTexts);
  const tPart = useTexts(partTexts);
  const paymentName = usePaymentName();
  const customer = useChosenCustomer(filters.user_id);
  const product = useChosenProduct(filters.product_id);
  const stateNamed = (name: string) => {
    if (name === '1') return t('live');
    if (name === '0') return t('unsuccessful');
    const state = orderStates.find((each) => each === name);
    return state === undefined ? name : tPart(state);
  };
  const paymentStatusNamed = (name: string) => {
    const status = paymentStatuses.find((each) => each === name);
    return status === undefined ? name : tPart(`payment_${status}`);
  };
  const shown = (name: FilterName, value: string) => {
    if (name === 'status') return value.split(',').map(stateNamed).join(' · ');
    if (name === 'payment_status') return value.split(',').map(paymentStatusNamed).join(' · ');
    if (name === 'user_id') return customer?.name ?? value;
    if (name === 'product_id') return product?.name ?? value;
    return name === 'payment_method' ? paymentName(Number(value)) : value;
  };
  const chips = filterNames.flatMap((name) => {
    const value = filters[name];
    if (value === undefined) return [];
    const named = isPlacedFilter(name) ? t(labels[name]) : tField(name);
    const label = `${named}: ${isolated(shown(name, value))}`;
    return [{ key: name, label, remove: () => apply({ filters: { ...filters, [name]: '' } }) }];
  });
  if (search === '') return chips;
  const label = `${t('inOrder')}: ${isolated(search)}`;
  return [{ key: 'search', label, remove: () => apply({ search: '' }) }, ...chips];
}
