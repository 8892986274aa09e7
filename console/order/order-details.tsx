import { Button, Card } from '@mantine/core';
import { Section } from '../parts/section.tsx';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { Code, Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { DetailsForm } from './details-form.tsx';
import { Pairs } from './pairs.tsx';
import { orderTexts } from './texts.ts';
import type { OrderPartProps } from './use-open-order.ts';

export function OrderDetails({ seen: { order }, state }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const paymentName = usePaymentName();
  const { mayWrite, editing, edit } = state;
  if (editing !== null) {
    return (
      <Card withBorder>
        <DetailsForm seen={editing} state={state} />
      </Card>
    );
  }
  return (
    <Section title={t('details')} gap="sm">
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
          [t('orderNumber'), <Code key="">{order.order_number}</Code>],
        ]}
      />
      {mayWrite && (
        <Button variant="default" w="fit-content" onClick={edit}>
          {t('edit')}
        </Button>
      )}
    </Section>
  );
}
