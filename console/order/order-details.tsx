import { Stack, Title } from '@mantine/core';
import type { Order } from '#clients/typescript/src/main.ts';
import { Code, Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { Pairs } from './pairs.tsx';
import { orderTexts } from './texts.ts';
import { usePaymentName } from './use-payment-name.ts';

export function OrderDetails({ order }: { order: Order }) {
  const t = useTexts(orderTexts);
  const paymentName = usePaymentName();
  return (
    <Stack gap="sm" component="section" aria-label={t('details')}>
      <Title order={2} size="h4">
        {t('details')}
      </Title>
      <Pairs
        pairs={[
          [t('notes'), order.notes && <Name>{order.notes}</Name>],
          [t('reason'), order.reject_reason && <Name>{order.reject_reason}</Name>],
          [t('payment'), paymentName(order.payment_method)],
          [
            t('arrives'),
            order.estimated_arrive_time && <Moment at={order.estimated_arrive_time} style="moment" />,
          ],
          [t('created'), <Moment key="" at={order.created_at} style="moment" />],
          [t('updated'), <Moment key="" at={order.updated_at} style="moment" />],
          [t('number'), <Code key="">{order.order_number}</Code>],
        ]}
      />
    </Stack>
  );
}
