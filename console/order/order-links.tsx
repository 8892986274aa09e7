import { Button, Group } from '@mantine/core';
import { Link } from 'wouter';
import type { Order } from '#clients/typescript/src/main.ts';
import { walkFrom } from '../data/order-walk.ts';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';

/** Links to the printable slips, to the neighbouring orders, and back to the list. */
export function OrderLinks({ order }: { order: Order }) {
  const t = useTexts(orderTexts);
  const { list, previous, next } = walkFrom(order.id);
  return (
    <Group gap="xs">
      <Button component={Link} href={`/orders/${order.id}/slip`} variant="default">
        {t('print')}
      </Button>
      <Button component={Link} href={`/orders/${order.id}/slip?kind=invoice`} variant="default">
        {t('printInvoice')}
      </Button>
      {previous !== undefined && (
        <Button component={Link} href={`/orders/${previous}`} variant="default">
          {t('previous')}
        </Button>
      )}
      {next !== undefined && (
        <Button component={Link} href={`/orders/${next}`} variant="default">
          {t('next')}
        </Button>
      )}
      <Button component={Link} href={list} variant="subtle" color="gray" c="var(--mantine-color-text)">
        {t('back')}
      </Button>
    </Group>
  );
}
