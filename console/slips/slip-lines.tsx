import type { Order, OrderItem } from '#clients/typescript/src/main.ts';
import { orderFields } from '../data/generated/order-fields.ts';
import type { Text } from '../texts/define-texts.ts';
import { Both, InBoth } from './both.tsx';
import type { Paper, SlipKind } from './paper.ts';
import type { SlipFormat } from './slip-format.ts';
import { slipTexts } from './texts.ts';

interface SlipLinesProps {
  order: Order;
  kind: SlipKind;
  paper: Paper;
  format: SlipFormat;
}

/** Wide columns are left out on a paper roll. */
interface FigureColumn {
  key: string;
  name: Text;
  isWide?: boolean;
  cell: (line: OrderItem, format: SlipFormat) => string;
}

const columns: Readonly<Record<SlipKind, readonly FigureColumn[]>> = {
  slip: [{ key: 'amount', name: slipTexts.quantity, cell: ({ amount }) => `${amount}` }],
  invoice: [
    { key: 'amount', name: slipTexts.quantity, cell: ({ amount }) => `${amount}` },
    { key: 'price', name: slipTexts.price, isWide: true, cell: (line, { money }) => money(line.main_price) },
    {
      key: 'discount',
      name: slipTexts.discount,
      isWide: true,
      cell: (line, { money }) => money(line.discount_amount),
    },
    { key: 'sum', name: slipTexts.total, cell: (line, { lineTotal }) => lineTotal(line) },
  ],
};

/** The column headers repeat on every page. */
export function SlipLines({ order, kind, paper, format }: SlipLinesProps) {
  const shown = columns[kind].filter(({ isWide = false }) => !isWide || paper !== '80mm');
  return (
    <table className="sheet-lines">
      <thead>
        <tr>
          <th scope="col">
            <Both text={slipTexts.product} />
          </th>
          {shown.map(({ key, name }) => (
            <th key={key} scope="col" className="sheet-figure">
              <Both text={name} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {order.items.map((line) => (
          <tr key={line.id}>
            <td>
              <InBoth en={line.product.en.name} ar={line.product.ar.name} />
            </td>
            {shown.map(({ key, cell }) => (
              <td key={key} className="sheet-figure">
                <bdi dir="ltr">{cell(line, format)}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const cashOnDelivery = 1;

/** The rows for an order with payments: how much the customer has paid and still owes. */
function paidRows({ paid, credited, due }: Order, { money }: SlipFormat): (readonly [Text, string])[] {
  if (paid === 0 && credited === 0) return [];
  const { label } = orderFields.credited;
  return [
    ...(credited === 0 ? [] : [[label, money(0 - credited)] as const]),
    [orderFields.paid.label, money(0 - paid)],
    [orderFields.due.label, money(due)],
  ];
}

export function SlipTotals({ order, kind, format }: Omit<SlipLinesProps, 'paper'>) {
  const units = order.items.reduce((sum, { amount }) => sum + amount, 0);
  const isCollected = order.payment_method === cashOnDelivery;
  const rows: (readonly [Text, string])[] =
    kind === 'slip'
      ? [
          [slipTexts.units, String(units)],
          ...(isCollected ? ([[slipTexts.collect, format.money(Math.max(0, order.due))]] as const) : []),
        ]
      : [
          [slipTexts.goods, format.money(order.main_price)],
          [slipTexts.discount, format.money(0 - order.discount_amount)],
          [slipTexts.tax, format.money(order.tax_amount)],
          [slipTexts.total, format.money(order.total)],
          ...paidRows(order, format),
        ];
  return (
    <table className="sheet-totals">
      <tbody>
        {rows.map(([name, value], index) => (
          <tr key={index}>
            <th scope="row">
              <Both text={name} />
            </th>
            <td className="sheet-figure">
              <bdi dir="ltr">{value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
