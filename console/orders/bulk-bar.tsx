import { Button, Group, Menu, Paper, Text } from '@mantine/core';
import type { OrderStatus, PaymentMethod } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import type { Selection } from '../data/use-selection.ts';
import { orderStates, paymentMethods } from '../parts/order-words.ts';
import { partTexts } from '../parts/texts.ts';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';
import '../parts/bulk-bar.css';

interface BulkBarProps {
  selection: Selection;
  /** The number of orders that match the list, if it is known. */
  matches: number | undefined;
  /** The statuses that at least one selected order can change to. */
  targets: readonly OrderStatus[];
  move: (to: OrderStatus) => void;
  /** Marks the selected orders as paid by this method. */
  pay: (method: PaymentMethod) => void;
  print: () => void;
}

/** At the bottom of the window, where the bar covers no row. */
export function BulkBar({ selection, matches, targets, move, pay, print }: BulkBarProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const paymentName = usePaymentName();
  const mayWrite = useMayWrite();
  const { ids, isAll, selectAll, clear } = selection;
  if (ids.size === 0) return null;
  const allSelected = matches === undefined ? t('allSelected') : t('selected', { count: matches });
  return (
    <Paper className="bulk-bar" withBorder shadow="md" p="sm" role="region" aria-label={t('bulk')}>
      <Group gap="sm">
        <Text fw={600} role="status">
          {isAll ? allSelected : t('selected', { count: ids.size })}
        </Text>
        {mayWrite && selectAll !== undefined && (
          <Button variant="subtle" onClick={selectAll}>
            {matches === undefined ? t('selectAll') : t('selectCounted', { count: matches })}
          </Button>
        )}
        {mayWrite && (
          <Menu withinPortal={false} position="top-start">
            <Menu.Target>
              <Button disabled={targets.length === 0}>{t('moveTo', { state: '…' })}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {orderStates
                .filter((state) => targets.includes(state))
                .map((state) => (
                  <Menu.Item key={state} onClick={() => move(state)}>
                    {tPart(state)}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {mayWrite && (
          <Menu withinPortal={false} position="top-start">
            <Menu.Target>
              <Button variant="default">{t('markPaid')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              {[...paymentMethods.keys()].map((method) => (
                <Menu.Item key={method} onClick={() => pay(method)}>
                  {paymentName(method)}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {!isAll && (
          <Button variant="default" onClick={print}>
            {t('print')}
          </Button>
        )}
        <Button variant="subtle" onClick={clear}>
          {t('clearSelection')}
        </Button>
      </Group>
    </Paper>
  );
}
