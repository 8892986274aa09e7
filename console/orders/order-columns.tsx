import type { Order } from '#clients/typescript/src/main.ts';
import type { Column } from '../parts/data-table.tsx';
import { OrderLink } from '../parts/order-link.tsx';
import { PaymentBadge } from '../parts/payment-badge.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { Ago, Code, Moment, Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { columnKeys, type ColumnKey } from './order-view.ts';
import { ordersTexts } from './texts.ts';

type Cell = Omit<Column<Order>, 'key' | 'title'>;

const cells: Record<ColumnKey, Cell> = {
  number: { cell: (order) => <OrderLink order={order} />, isPlain: true },
  state: { cell: ({ status }) => <StateBadge state={status} />, isPlain: true },
  customer: { cell: ({ user }) => <Name>{user.name}</Name>, isPlain: true },
  city: { cell: ({ address }) => <Name>{address.city}</Name>, isPlain: true },
  phone: { cell: ({ address }) => (address.phone === null ? '—' : <Code>{address.phone}</Code>) },
  total: { cell: ({ total }) => <Money amount={total} />, isFigure: true, isPlain: true, sort: 'total' },
  paid: { cell: ({ payment_status: status }) => <PaymentBadge status={status} />, isPlain: true },
  payment: { cell: ({ payment_method: method }) => <Payment method={method} />, isPlain: true },
  items: { cell: ({ items }) => items.length, isFigure: true },
  created: { cell: ({ created_at: at }) => <Ago at={at} />, sort: 'id' },
  updated: { cell: ({ updated_at: at }) => <Ago at={at} />, sort: 'updated_at' },
  arrives: { cell: ({ estimated_arrive_time: at }) => (at === null ? '—' : <Moment at={at} />) },
};

export function useOrderColumns(): readonly (Column<Order> & { key: ColumnKey })[] {
  const t = useTexts(ordersTexts);
  return columnKeys.map((key) => ({
    key,
    title: t(key === 'paid' ? 'payment' : key === 'payment' ? 'paymentMethod' : key),
    ...cells[key],
  }));
}

function Payment({ method }: { method: number }) {
  return <span className="figure">{usePaymentName()(method)}</span>;
}
