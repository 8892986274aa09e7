import { Card, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Order, User } from '#clients/typescript/src/main.ts';
import { useNow } from '../data/use-now.ts';
import type { RecordState } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { PhoneLink } from '../parts/phone-link.tsx';
import { Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import './order.css';

interface OrderSummaryProps {
  order: Order;
  customer: RecordState<User>;
  children: ReactNode;
}

/** This card is at the top of the page, because staff need its data and buttons during phone calls. */
export function OrderSummary({ order, customer, children }: OrderSummaryProps) {
  const t = useTexts(orderTexts);
  const { ago } = useFormat();
  const now = useNow(30_000);
  const { phone } = order.address;
  const { record, isLoading, problem } = customer;
  const own = record?.phone;
  return (
    <Card withBorder className="order-summary" padding="sm">
      <Group className="order-summary-facts">
        <Text fw={600} size="lg">
          <Money amount={order.total} />
        </Text>
        <Text component="span">
          <Name>{order.user.name}</Name>
        </Text>
        {phone ? (
          <PhoneLink phone={phone} label={own && own !== phone ? t('deliveryPhone') : undefined} />
        ) : own ? (
          <PhoneLink phone={own} label={t('customer')} />
        ) : (
          <Text c="dimmed">{isLoading ? '…' : problem === undefined ? t('noPhone') : '—'}</Text>
        )}
        <Text size="sm" c="dimmed">
          {t('waiting', { ago: ago(order.created_at, now) })}
        </Text>
        <div className="order-summary-actions">{children}</div>
      </Group>
    </Card>
  );
}
