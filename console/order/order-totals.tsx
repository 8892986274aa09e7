import { Alert, Button, Stack, Title } from '@mantine/core';
import type { Order, OrdersUpdateBody } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { Money } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { agreesWithLines, figuresOfLines } from './line-figures.ts';
import { Pairs } from './pairs.tsx';
import { orderTexts } from './texts.ts';

interface OrderTotalsProps {
  order: Order;
  /** Saves figures. Present when the user may write and the order is still open. */
  change: ((figures: OrdersUpdateBody) => void) | undefined;
  isBusy: boolean;
}

/**
 * The order's own figures, which never change by themselves. A warning appears when the order's lines add up to different
 * figures.
 */
export function OrderTotals({ order, change, isBusy }: OrderTotalsProps) {
  const t = useTexts(orderTexts);
  const { money, decimals } = useFormat();
  const ofLines = figuresOfLines(order, decimals);
  return (
    <Stack gap="sm" component="section" aria-label={t('totals')}>
      <Title order={2} size="h4">
        {t('totals')}
      </Title>
      <Pairs
        pairs={[
          [t('goods'), <Money key="" amount={order.main_price} />, true],
          [t('discount'), <Money key="" amount={0 - order.discount_amount} />, true],
          [t('tax'), <Money key="" amount={order.tax_amount} />, true],
          [
            t('total'),
            <strong key="">
              <Money amount={order.total} />
            </strong>,
            true,
          ],
          [t('cost'), <Money key="" amount={order.manufacturing_price} />, true],
        ]}
      />
      {change !== undefined && !agreesWithLines(order, decimals) && (
        <Alert role="note" color="orange" className="problem-alert">
          <Stack gap="xs" align="flex-start">
            {t('disagree', { lines: money(ofLines.total), total: money(order.total) })}
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => change(ofLines)}>
              {t('takeLines')}
            </Button>
          </Stack>
        </Alert>
      )}
    </Stack>
  );
}
