import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  adminOrdersChange,
  OutOfStock,
  type Order,
  type OrdersChangeBody,
  type StoreError,
} from '#clients/typescript/src/main.ts';
import { orderField, orderFieldTexts } from '../data/order-fields.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useRehearsal } from '../data/use-rehearsal.ts';
import type { WriteState } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { LongText } from '../parts/long-text.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { changeBody, changedLines, unchangedDraft, type ChangeDraft } from './change-draft.ts';
import { ChangeOutcome, PayBack } from './change-outcome.tsx';
import { ChangedLines, type LineProblem } from './changed-lines.tsx';
import { changeTexts } from './change-texts.ts';
import { FigureInput } from '../parts/figure-input.tsx';
import type { Seen } from './order-change.ts';
import { useDialogWrite } from './use-dialog-write.ts';
import { useOrderField } from './use-order-field.ts';

interface ChangeDialogProps {
  seen: Seen;
  close: () => void;
  undo: (operation: string) => void;
}

/** Shows the result of the typed change, as the API computes it, before staff save it. */
export default function ChangeDialog({ seen: { order, etag }, close, undo }: ChangeDialogProps) {
  const t = useTexts(changeTexts);
  const nameOf = useTexts(orderFieldTexts);
  const { money, plainMoney } = useFormat();
  const problemAt = useFieldProblem();
  const toast = useToast();
  const [draft, setDraft] = useState(() => unchangedDraft(order));
  const rehearsed = useRehearsal(
    ['orders', order.id],
    draft,
    (now) => changeBody(order, now),
    (body, options) => adminOrdersChange({ ...options, path: { order: order.id }, body }),
  );
  const write = useDialogWrite(
    (body: OrdersChangeBody, options) => adminOrdersChange({ ...options, path: { order: order.id }, body }),
    {
      name: `change of order ${order.id}`,
      what: t('changeOf', { number: order.order_number }),
      etag,
      touches: [['orders'], ['payments'], ['inventory']],
      done: ({ operation_id: operation, after, money: { refunded } }) => {
        close();
        const message = t('changed', { total: money(after.total) });
        if (refunded > 0) toast({ message: t('changedAndPaidBack', { amount: money(refunded) }) });
        else if (operation === null) toast({ message: t('changedNothing') });
        else toast({ message, undo: () => undo(operation) });
      },
    },
  );
  const change = (changes: Partial<ChangeDraft>) => {
    setDraft((now) => ({ ...now, ...changes }));
    if (write.problem !== undefined) write.clear();
  };
  const body = changeBody(order, draft);
  const save = (reason: string) => {
    if (body === undefined) return;
    void write.run({ ...body, ...(reason !== '' && { reason }) });
  };
  const problem = write.problem ?? rehearsed.problem;
  const lineProblem = useLineProblem(problem, order, write.problem === undefined ? rehearsed.settled : draft);
  const [wrongDiscount, wrongNotes] = [problemAt(problem, 'discount_amount'), problemAt(problem, 'notes')];
  const isAtField =
    [wrongDiscount, wrongNotes].some((text) => text !== undefined) ||
    changedLines(order, draft).some(({ key }) => lineProblem(key) !== undefined);
  const usualDiscount = plainMoney(order.discount_amount);
  return (
    <ConfirmDialog
      close={close}
      title={t('changeOf', { number: order.order_number })}
      verb={t('saveChange')}
      confirm={save}
      reason={{ field: 'reason', isRequired: false }}
      write={{ ...write, problem: isAtField ? undefined : problem }}
    >
      <ChangedLines order={order} draft={draft} change={change} problemOf={lineProblem} />
      {order.figures === 'lines' && (
        <FigureInput
          label={t('discountOfOrder')}
          description={t('discountMore')}
          value={draft.discount ?? usualDiscount}
          error={wrongDiscount}
          type={(text) => change({ discount: text === usualDiscount ? undefined : text })}
        />
      )}
      <LongText
        label={nameOf('notes')}
        minRows={1}
        maxLength={orderField('notes').maxLength ?? undefined}
        attributes={ownDirection}
        value={draft.notes}
        error={wrongNotes}
        onChange={({ currentTarget: { value } }) => change({ notes: value })}
      />
      <Stack className="rehearsed" aria-busy={rehearsed.outcome !== undefined && rehearsed.isOutdated}>
        <ChangeOutcome
          order={order}
          added={draft.added}
          outcome={rehearsed.outcome}
          isChanged={body !== undefined}
        />
        <PayBack
          outcome={rehearsed.outcome}
          isChosen={draft.paysBack}
          choose={(paysBack) => change({ paysBack })}
        />
      </Stack>
      <ChangeConflict conflict={write.conflict} order={order} draft={draft} />
    </ConfirmDialog>
  );
}

/** The problem at a line's amount: a broken rule, or too little stock for its product. */
function useLineProblem(problem: StoreError | undefined, order: Order, asked: ChangeDraft): LineProblem {
  const t = useTexts(changeTexts);
  const problemAt = useFieldProblem();
  const { number } = useFormat();
  const lines = changedLines(order, asked);
  return (key) => {
    const index = lines.findIndex((one) => one.key === key);
    if (index < 0) return undefined;
    const { item_id: item, product_id: product } = lines[index]?.line ?? {};
    const wanted = product ?? order.items.find(({ id }) => id === item)?.product_id;
    const short =
      problem instanceof OutOfStock
        ? problem.products.find(({ product_id: id }) => id === wanted)
        : undefined;
    if (short !== undefined) return t('onlyLeft', { left: number(short.available) });
    const fields = ['amount', 'product_id', 'item_id'].map((name) => `lines.${index}.${name}`);
    return fields.map((field) => problemAt(problem, field)).find((text) => text !== undefined);
  };
}

interface ChangeConflictProps {
  conflict: WriteState<unknown, unknown>['conflict'];
  order: Order;
  draft: ChangeDraft;
}

/**
 * Shown when another user has changed the order. If the user confirms again, the typed change is sent again, based on the order's
 * current version.
 */
function ChangeConflict({ conflict, order, draft }: ChangeConflictProps) {
  const t = useTexts(changeTexts);
  const names = new Map(order.items.map(({ id, product }) => [id, product.name]));
  const nameOf = useOrderField(names);
  const { amounts, added, discount, notes } = draft;
  const mine = [
    ...order.items.flatMap(({ id, product }) => {
      const amount = amounts.get(id);
      return amount === undefined ? [] : [[product.name, amount]];
    }),
    ...added.map(({ product, amount }) => [product.name, amount]),
    ...(discount === undefined ? [] : [[t('discount'), discount]]),
    ...(notes === (order.notes ?? '') ? [] : [[nameOf({ field: 'notes' }), notes]]),
  ];
  return (
    <ConflictAlert
      conflict={conflict}
      mine={mine.map((change) => (
        <Text key={change.join()}>
          <bdi>{change.join(': ')}</bdi>
        </Text>
      ))}
      nameField={(field) => nameOf({ field })}
    >
      <Text>{t('changedMore')}</Text>
    </ConflictAlert>
  );
}
