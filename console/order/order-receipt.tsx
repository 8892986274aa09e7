import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Order } from '#clients/typescript/src/main.ts';
import { orderFieldTexts, totalFields } from '../data/order-fields.ts';
import { agreesWithLines, figuresOfLines } from '../format/line-figures.ts';
import { useFormat } from '../format/use-format.ts';
import { PaymentBadge } from '../parts/payment-badge.tsx';
import { ReceiptRow } from '../parts/receipt-row.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import type { OrderPartProps } from './use-open-order.ts';

type TotalField = (typeof totalFields)[number];

/** Figures that the receipt shows only if they are not 0. */
const onlyIfAny: readonly TotalField[] = ['discount_amount', 'credited'];

/** The order's money figures below its lines, as on a receipt. A warning appears if the figures do not match the lines. */
export function OrderReceipt({ seen, state: { mayWrite, isPending, finish } }: OrderPartProps) {
  const { order } = seen;
  const t = useTexts(orderTexts);
  const { money, decimals } = useFormat();
  const shown = totalFields.filter((name) => order[name] !== 0 || !onlyIfAny.includes(name));
  return (
    <Stack gap="sm" className="order-receipt">
      <dl aria-label={t('totals')}>
        {shown.map((name) => (
          <FigureRow key={name} name={name} order={order} />
        ))}
      </dl>
      {order.figures === 'lines' && (
        <Text size="xs" c="dimmed">
          {t('followsLines')}
        </Text>
      )}
      {mayWrite && order.next_statuses.length > 0 && !agreesWithLines(order, decimals) && (
        <Alert role="note" color="red">
          <Stack gap="xs" align="flex-start">
            {t('disagree', {
              lines: money(figuresOfLines(order, decimals).total),
              total: money(order.total),
            })}
            {order.figures === 'given' && <Text size="sm">{t('taxedAgain')}</Text>}
            <Button
              size="xs"
              variant="default"
              disabled={isPending}
              onClick={() =>
                void finish({ kind: 'change', part: 'figures', body: { figures: 'lines' } }, seen)
              }
            >
              {t('takeLines')}
            </Button>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}

function FigureRow({ name, order }: { name: TotalField; order: Order }) {
  const nameOf = useTexts(orderFieldTexts);
  const isTakenOff = name === 'discount_amount' || name === 'paid' || name === 'credited';
  // `0 -` because a negated 0 would be shown as −0.
  const amount = isTakenOff ? 0 - order[name] : order[name];
  return (
    <ReceiptRow
      name={name}
      amount={amount}
      label={
        <>
          {nameOf(name)} {name === 'due' && <PaymentBadge status={order.payment_status} />}
        </>
      }
    />
  );
}
