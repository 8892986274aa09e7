import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { adminReturnsUpdate, type Order, type ReturnsUpdateBody } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useRehearsal } from '../data/use-rehearsal.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ReceiptRow } from '../parts/receipt-row.tsx';
import { useTexts } from '../texts/language.tsx';
import { FigureInput } from '../parts/figure-input.tsx';
import { itemName } from './item-name.ts';
import { ReturnConflict, useReturnStep, type ReturnDialogProps } from './return-dialog.tsx';
import { returnTexts } from './return-texts.ts';
import { typedAmount, typedFigure } from './typed-figure.ts';

interface Came {
  item: number;
  announced: number;
  units: string;
  restock: boolean;
}

interface Typed {
  came: readonly Came[];
  /** Empty if the API should compute the refund. */
  refund: string;
}

/**
 * Asks which units were returned, which of them can be sold again, and how much to refund. Shows the refund
 * before staff confirm.
 */
export function ReceiveReturn(props: ReturnDialogProps) {
  const { order, record, close } = props;
  const t = useTexts(returnTexts);
  const problemAt = useFieldProblem();
  const { number } = useFormat();
  const write = useReturnStep(props);
  const [typed, type] = useState<Typed>(() => ({
    came: record.lines.map(({ item_id: item, amount }) => ({
      item,
      announced: amount,
      units: String(amount),
      restock: true,
    })),
    refund: '',
  }));
  const rehearsed = useRehearsal(['returns', record.id], typed, bodyOf, (body, options) =>
    adminReturnsUpdate({ ...options, path: { return: record.id }, body }),
  );
  const change = (changes: Partial<Typed>) => {
    type((now) => ({ ...now, ...changes }));
    if (write.problem !== undefined) write.clear();
  };
  const set = (item: number, changes: Partial<Came>) =>
    change({ came: typed.came.map((line) => (line.item === item ? { ...line, ...changes } : line)) });
  const nameOf = (item: number) => itemName(order, item) ?? t('removedItem');
  const problem = write.problem ?? rehearsed.problem;
  const wrongRefund = problemAt(problem, 'refund');
  const wrongUnits = typed.came.map((_, index) => problemAt(problem, `lines.${index}.received`));
  const isAtField = [wrongRefund, ...wrongUnits].some((text) => text !== undefined);
  return (
    <ConfirmDialog
      close={close}
      title={t('receivedOf', { id: String(record.id) })}
      verb={t('to_received')}
      reason={{ field: 'reason', isRequired: false }}
      confirm={(reason) => void write.run({ ...bodyOf(typed), ...(reason !== '' && { reason }) })}
      write={{ ...write, problem: isAtField ? undefined : problem }}
    >
      {typed.came.map(({ item, announced, units, restock }, index) => {
        const name = nameOf(item);
        return (
          <Stack key={item} gap="xs">
            <FigureInput
              isCount
              label={t('unitsCame', { name })}
              description={t('ofAnnounced', { all: number(announced) })}
              data-autofocus={index === 0 || undefined}
              value={units}
              error={wrongUnits[index]}
              type={(text) => set(item, { units: text })}
            />
            <Checkbox
              label={t('restock', { name })}
              checked={restock}
              disabled={typedFigure(units) === 0}
              onChange={({ currentTarget: { checked } }) => set(item, { restock: checked })}
            />
          </Stack>
        );
      })}
      <FigureInput
        label={t('refund')}
        description={t('refundHint')}
        value={typed.refund}
        error={wrongRefund}
        type={(refund) => change({ refund })}
      />
      <Outcome
        order={order}
        refund={rehearsed.outcome?.refund ?? undefined}
        isOutdated={rehearsed.isOutdated}
      />
      <ReturnConflict
        conflict={write.conflict}
        mine={typed.came
          .map(({ item, units }) => t('units', { count: units, name: nameOf(item) }))
          .join(' · ')}
      />
    </ConfirmDialog>
  );
}

/** Sends amounts as typed, because the API reports an amount that is not a number. */
function bodyOf({ came, refund }: Typed): ReturnsUpdateBody {
  return {
    status: 'received',
    lines: came.map(({ item, units, restock }) => ({ item_id: item, received: typedAmount(units), restock })),
    ...(refund.trim() !== '' && { refund: typedAmount(refund) }),
  } as ReturnsUpdateBody;
}

interface OutcomeProps {
  order: Order;
  refund: number | undefined;
  isOutdated: boolean;
}

function Outcome({ order: { due }, refund, isOutdated }: OutcomeProps) {
  const t = useTexts(returnTexts);
  // The refund first settles the amount that the customer still owes.
  const paidBack = refund === undefined ? 0 : Math.min(refund, Math.max(0, refund - due));
  return (
    <div className="order-receipt rehearsed" role="status" aria-busy={refund !== undefined && isOutdated}>
      {refund !== undefined && (
        <dl aria-label={t('afterReceipt')}>
          <ReceiptRow name="refund" label={t('creditedNow')} amount={refund} />
          <ReceiptRow name="total" label={t('paidBackNow')} amount={paidBack} />
        </dl>
      )}
    </div>
  );
}
