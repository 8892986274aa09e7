import { Anchor, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Order } from '#clients/typescript/src/main.ts';
import { useNow } from '../data/use-now.ts';
import { useFormat } from '../format/use-format.ts';
import { StateBadge } from '../parts/state-badge.tsx';
import { Code, Money } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import './order.css';

interface OrderSummaryProps {
  order: Order;
  phone: string | null | undefined;
  children: ReactNode;
}

/** At the top of the page, because staff need this data and these buttons during phone calls. */
export function OrderSummary({ order, phone, children }: OrderSummaryProps) {
  const t = useTexts(orderTexts);
  const { ago } = useFormat();
  const now = useNow(30_000);
  return (
    <Card withBorder className="order-summary" padding="md">
      <Group gap="xl" align="flex-start">
        <Stack gap={4} align="flex-start">
          <Text size="sm" c="dimmed">
            {t('state')}
          </Text>
          <StateBadge state={order.status} />
          <Text size="sm">{t('waiting', { ago: ago(order.created_at, now) })}</Text>
        </Stack>
        <Stack gap={4} align="flex-start">
          <Text size="sm" c="dimmed">
            {t('total')}
          </Text>
          <Text fw={700} size="xl">
            <Money amount={order.total} />
          </Text>
        </Stack>
        <Stack gap={4} align="flex-start">
          <Text size="sm" c="dimmed">
            {t('phone')}
          </Text>
          {phone ? <PhoneLink phone={phone} size="xl" /> : <Text>{t('noPhone')}</Text>}
        </Stack>
        <div className="order-summary-actions">{children}</div>
      </Group>
    </Card>
  );
}

/** A phone number is written left to right in every language. */
export function PhoneLink({ phone, size = 'md' }: { phone: string; size?: 'md' | 'xl' }) {
  return (
    <Anchor href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} size={size} fw={600}>
      <Code>{phone}</Code>
    </Anchor>
  );
}
