import { Button } from '@mantine/core';
import type { OrderStatus, PaymentMethod } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import type { Selection } from '../data/use-selection.ts';
import { MenuButton } from '../parts/menu-button.tsx';
import { orderStates } from '../parts/order-words.ts';
import { SelectionBar } from '../parts/selection-bar.tsx';
import { partTexts } from '../parts/texts.ts';
import { usePaymentOptions } from '../parts/use-payment-name.ts';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';

interface OrderActionsProps {
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

export function OrderActions({ selection, matches, targets, move, pay, print }: OrderActionsProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const payments = usePaymentOptions();
  const mayWrite = useMayWrite();
  return (
    <SelectionBar
      label={t('bulk')}
      selection={selection}
      matches={matches}
      selected={(count) => t('selected', { count })}
      isWhole={mayWrite}
    >
      {mayWrite && (
        <MenuButton
          position="top-start"
          button={{ disabled: targets.length === 0, children: t('moveTo', { state: '…' }) }}
          items={orderStates
            .filter((state) => targets.includes(state))
            .map((state) => ({ key: state, label: tPart(state), run: () => move(state) }))}
        />
      )}
      {mayWrite && (
        <MenuButton
          position="top-start"
          button={{ variant: 'default', children: t('markPaid') }}
          items={payments.map(({ value, label }) => ({ key: value, label, run: () => pay(Number(value)) }))}
        />
      )}
      {!selection.isAll && (
        <Button variant="default" onClick={print}>
          {t('print')}
        </Button>
      )}
    </SelectionBar>
  );
}
