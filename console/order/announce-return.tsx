import { Text } from '@mantine/core';
import { useState } from 'react';
import {
  adminReturnsCreate,
  type OrderItem,
  type Return,
  type ReturnsCreateBody,
} from '#clients/typescript/src/main.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { isOpenReturn } from '../parts/return-states.ts';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { itemName } from './item-name.ts';
import type { Seen } from './order-change.ts';
import { returnTexts } from './return-texts.ts';
import { isAtUnits, linesOf, UnitFields, type TypedUnits } from './unit-fields.tsx';
import { useDialogWrite } from './use-dialog-write.ts';
import { useOrderField } from './use-order-field.ts';

interface AnnounceReturnProps {
  seen: Seen;
  /** The existing returns of the order. */
  returns: readonly Return[];
  close: () => void;
}

/** Registers a return, which needs no approval because staff register it. The typed reason applies to each of its items. */
export function AnnounceReturn({ seen: { order, etag }, returns, close }: AnnounceReturnProps) {
  const t = useTexts(returnTexts);
  const nameOf = useOrderField();
  const toast = useToast();
  const [units, setUnits] = useState<TypedUnits>(new Map());
  const write = useDialogWrite(
    (body: ReturnsCreateBody, options) => adminReturnsCreate({ ...options, path: { order: order.id }, body }),
    {
      name: `returns of order ${order.id}`,
      what: t('announce'),
      etag,
      touches: [['orders'], ['returns']],
      done: ({ id }) => {
        close();
        toast({ message: t('announced', { id: String(id) }) });
      },
    },
  );
  const { problem } = write;
  const send = (reason: string) => {
    const lines = linesOf(units).map((line) => ({ ...line, ...(reason !== '' && { reason }) }));
    void write.run({ lines } as ReturnsCreateBody);
  };
  return (
    <ConfirmDialog
      close={close}
      title={t('announce')}
      verb={t('announce')}
      confirm={send}
      reason={{ field: 'lines.0.reason', isRequired: false }}
      write={{ ...write, problem: isAtUnits(problem) ? undefined : problem }}
    >
      <Text>{t('announceMore')}</Text>
      <UnitFields
        items={order.items}
        units={units}
        type={(typed) => {
          setUnits(typed);
          if (problem !== undefined) write.clear();
        }}
        labelOf={(name) => t('unitsBack', { name })}
        unitsLeft={(line) => line.amount - unitsIn(returns, line)}
        hintOf={(of) => t('canComeBack', of)}
        problem={problem}
      />
      <ConflictAlert
        conflict={write.conflict}
        mine={linesOf(units).map(({ item_id: item, amount }) => (
          <Text key={item}>
            {t('units', { count: amount, name: itemName(order, item) ?? t('removedItem') })}
          </Text>
        ))}
        nameField={(field) => nameOf({ field })}
      >
        <Text>{t('checkOrder')}</Text>
      </ConflictAlert>
    </ConfirmDialog>
  );
}

/** The number of units of a line that were returned or that open returns contain. */
function unitsIn(returns: readonly Return[], { id }: OrderItem): number {
  const units = returns.flatMap(({ status, lines }) =>
    lines
      .filter(({ item_id: item }) => item === id)
      .map(({ amount, received }) => received ?? (isOpenReturn(status) ? amount : 0)),
  );
  return units.reduce((sum, each) => sum + each, 0);
}
