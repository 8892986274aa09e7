import { Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { OrderItem } from '#clients/typescript/src/main.ts';
import { lineTotal } from '../format/shop-format.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Section } from '../parts/section.tsx';
import { submits } from '../parts/submits.ts';
import { Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { AddLine } from './add-line.tsx';
import { changeableStates } from './change-draft.ts';
import { ChangeOrder, useUndoChange } from './change-order.tsx';
import { FigureCell, LineActions, lineFormId } from './line-cells.tsx';
import type { Seen } from './order-change.ts';
import { OrderReceipt } from './order-receipt.tsx';
import { orderTexts } from './texts.ts';
import { useLineForm, type LineFigure } from './use-line-form.ts';
import type { OrderPartProps } from './use-open-order.ts';

export function OrderLines({ seen, state }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const { order } = seen;
  const { mayWrite, run, finish, isPending, problem } = state;
  const { form, edit, leave } = useLineForm(order.items);
  // Once the goods have left the shop, items come back only through a return. So the lines can no longer be edited.
  const isOpen = mayWrite && changeableStates.includes(order.status);
  const undo = useUndoChange(order.order_number);
  const [removing, remove] = useState<{ line: OrderItem; seen: Seen } | null>(null);
  const figures = useColumns((line, figure, shown) => (
    <FigureCell line={line} figure={figure} form={form} problem={problem} isPending={isPending} leave={leave}>
      {shown}
    </FigureCell>
  ));
  const actions: Column<OrderItem> = {
    key: 'actions',
    title: t('actions'),
    isFigure: true,
    isBare: true,
    cell: (line) => (
      <LineActions
        line={line}
        form={form}
        isPending={isPending}
        leave={leave}
        edit={() => edit(line, seen)}
        remove={() => remove({ line, seen })}
      />
    ),
  };
  const save = () => {
    if (form?.body === undefined || isPending) return;
    const { line, seen: begunOn, typed, body } = form;
    if (Object.keys(body).length === 0) leave();
    else void finish({ kind: 'line', line: line.id, body, typed }, begunOn);
  };
  return (
    <Section
      title={t('lines')}
      gap="sm"
      aside={mayWrite ? <ChangeOrder seen={seen} undo={(id) => void undo.run(id)} /> : undefined}
    >
      <ProblemAlert problem={undo.problem} />
      <form id={lineFormId} hidden onSubmit={submits(save)} />
      {order.items.length === 0 ? (
        <Text>{t('noLines')}</Text>
      ) : (
        <DataTable
          caption={t('lines')}
          // If another user closes the order during an edit, the form stays open. Sending it then shows the API's error.
          columns={isOpen || form !== null ? [...figures, actions] : figures}
          rows={order.items}
          idOf={({ id }) => id}
        />
      )}
      {isOpen && <AddLine seen={seen} state={state} />}
      <OrderReceipt seen={seen} state={state} />
      {removing !== null && (
        <ConfirmDialog
          close={() => remove(null)}
          title={t('removeQuestion', { name: removing.line.product.name })}
          verb={t('remove')}
          isDangerous
          write={{ isPending }}
          confirm={() => {
            remove(null);
            void run({ kind: 'remove', line: removing.line.id }, removing.seen);
          }}
        />
      )}
    </Section>
  );
}

type Figure = (line: OrderItem, figure: LineFigure, shown: ReactNode) => ReactNode;

function useColumns(figure: Figure): Column<OrderItem>[] {
  const t = useTexts(orderTexts);
  const { number, decimals } = useFormat();
  const column = (key: LineFigure, title: string, shown: (line: OrderItem) => ReactNode) => ({
    key,
    title,
    isFigure: true,
    cell: (line: OrderItem) => figure(line, key, shown(line)),
  });
  return [
    {
      key: 'product',
      title: t('product'),
      isPlain: true,
      cell: ({ product }) => <Name>{product.name}</Name>,
    },
    column('amount', t('amount'), ({ amount, returned }) => (
      <>
        {number(amount)}
        {returned > 0 && (
          <Text size="sm" c="dimmed">
            {t('cameBack', { count: returned })}
          </Text>
        )}
      </>
    )),
    column('main_price', t('price'), (line) => <Money amount={line.main_price} />),
    column('discount_amount', t('discount'), ({ discount_amount: discount }) =>
      discount === 0 ? '—' : <Money amount={discount} />,
    ),
    {
      key: 'sum',
      title: t('sum'),
      isFigure: true,
      cell: (line) => <Money amount={lineTotal(line, decimals)} />,
    },
  ];
}
