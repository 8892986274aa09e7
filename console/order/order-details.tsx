import { Button, Card } from '@mantine/core';
import type { ReactNode } from 'react';
import { detailFields, orderField, orderFieldTexts } from '../data/order-fields.ts';
import { useFocusBack } from '../parts/focus-back.ts';
import { Section } from '../parts/section.tsx';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { Code, Moment, Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { DetailsForm } from './details-form.tsx';
import { Pairs } from './pairs.tsx';
import { orderTexts } from './texts.ts';
import type { OrderPartProps } from './use-open-order.ts';

export function OrderDetails({ seen: { order }, state }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const nameOf = useTexts(orderFieldTexts);
  const paymentName = usePaymentName();
  const shown = (name: (typeof detailFields)[number]): ReactNode => {
    const value = order[name];
    if (name === 'payment_method') return paymentName(order.payment_method);
    if (value === null || value === '') return null;
    if (orderField(name).kind === 'moment') return <Moment at={String(value)} style="moment" />;
    if (orderField(name).kind === 'money') return <Money amount={Number(value)} />;
    return <Name>{value}</Name>;
  };
  const { mayWrite, editing, edit } = state;
  const editButton = useFocusBack<HTMLButtonElement>(editing !== null);
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
          ...detailFields.map((name) => [nameOf(name), shown(name)] as const),
          [t('created'), <Moment key="" at={order.created_at} style="moment" />],
          [t('updated'), <Moment key="" at={order.updated_at} style="moment" />],
          [nameOf('order_number'), <Code key="">{order.order_number}</Code>],
        ]}
      />
      {mayWrite && (
        <Button ref={editButton} variant="default" w="fit-content" onClick={edit}>
          {t('edit')}
        </Button>
      )}
    </Section>
  );
}
