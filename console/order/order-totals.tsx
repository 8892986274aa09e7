import { Alert, Button, Stack, Text } from '@mantine/core';
import type { Order } from '#clients/typescript/src/main.ts';
import { orderFieldTexts, totalFields } from '../data/order-fields.ts';
import { useFormat } from '../format/use-format.ts';
import { Section } from '../parts/section.tsx';
import { Money } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { agreesWithLines, figuresOfLines } from './line-figures.ts';
import { Pairs } from './pairs.tsx';
import { orderTexts } from './texts.ts';
import type { OrderPartProps } from './use-open-order.ts';

/** A warning appears when the figures are given, and the lines come to others. */
export function OrderTotals({ seen, state: { mayWrite, isPending, finish } }: OrderPartProps) {
  const { order } = seen;
  const t = useTexts(orderTexts);
  const nameOf = useTexts(orderFieldTexts);
  const { money, decimals } = useFormat();
  const ofLines = figuresOfLines(order, decimals);
  return (
    <Section title={t('totals')} gap="sm">
      <Pairs
        pairs={[
          ...totalFields.map(
            (name) => [nameOf(name), <Figure key="" name={name} order={order} />, true] as const,
          ),
          [nameOf('payment_status'), t(`payment_${order.payment_status}`), true],
        ]}
      />
      {order.figures === 'lines' && (
        <Text size="xs" c="dimmed">
          {t('followsLines')}
        </Text>
      )}
      {mayWrite && order.next_statuses.length > 0 && !agreesWithLines(order, decimals) && (
        <Alert role="note" color="orange" className="problem-alert">
          <Stack gap="xs" align="flex-start">
            {t('disagree', { lines: money(ofLines.total), total: money(order.total) })}
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
    </Section>
  );
}

function Figure({ name, order }: { name: (typeof totalFields)[number]; order: Order }) {
  const amount = <Money amount={name === 'discount_amount' ? 0 - order[name] : order[name]} />;
  return name === 'total' || name === 'due' ? <strong>{amount}</strong> : amount;
}
