import { Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { adminPaymentsCreate, type Payment, type PaymentsCreateBody } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { FigureInput } from '../parts/figure-input.tsx';
import { LongText } from '../parts/long-text.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { useToast } from '../parts/toast.tsx';
import { usePaymentOptions } from '../parts/use-payment-name.ts';
import { useTexts } from '../texts/language.tsx';
import type { Seen } from './order-change.ts';
import { paymentTexts } from './payment-texts.ts';
import { typedAmount } from './typed-figure.ts';
import { useDialogWrite } from './use-dialog-write.ts';
import { useOrderField } from './use-order-field.ts';

interface RecordPaymentProps {
  seen: Seen;
  close: () => void;
  undo: (payment: Payment) => Promise<unknown>;
}

const fields = ['amount', 'method', 'reference', 'note'] as const;

export function RecordPayment({ seen: now, close, undo }: RecordPaymentProps) {
  // Keep the order as it was when the dialog opened. With the ETag of a newer version, staff could record the proposed amount
  // although it is outdated.
  const [seen] = useState(now);
  const t = useTexts(paymentTexts);
  const problemAt = useFieldProblem();
  const nameOf = useOrderField();
  const { money, plainMoney } = useFormat();
  const toast = useToast();
  const { order } = seen;
  const [typed, setTyped] = useState({
    amount: order.due > 0 ? plainMoney(order.due) : '',
    method: String(order.payment_method),
    reference: '',
    note: '',
  });
  const [isExpected, expect] = useState(false);
  const write = useDialogWrite(
    (body: PaymentsCreateBody, options) =>
      adminPaymentsCreate({ ...options, path: { order: order.id }, body }),
    {
      name: `payments of order ${order.id}`,
      what: t('record'),
      etag: seen.etag,
      touches: [['orders'], ['payments']],
      done: (payment) => {
        close();
        const amount = money(payment.amount);
        const message = isExpected ? t('expectedRecorded', { amount }) : t('recorded', { amount });
        toast({ message, undo: () => void undo(payment) });
      },
    },
  );
  const { problem, conflict } = write;
  const field = (name: Exclude<(typeof fields)[number], 'amount'>) => ({
    label: t(name),
    value: typed[name],
    error: problemAt(problem, name),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: value })),
  });
  const send = () => {
    const text = (name: 'reference' | 'note') => (typed[name].trim() === '' ? null : typed[name].trim());
    // Sends the amount as typed, because the API reports an amount that is not a number.
    const body = {
      ...(typed.amount.trim() !== '' && { amount: typedAmount(typed.amount) }),
      method: Number(typed.method),
      reference: text('reference'),
      note: text('note'),
      capture: !isExpected,
    } as PaymentsCreateBody;
    void write.run(body);
  };
  const isAtField = fields.some((name) => problemAt(problem, name) !== undefined);
  return (
    <ConfirmDialog
      close={close}
      title={t('record')}
      verb={t('record')}
      confirm={send}
      write={{ ...write, problem: isAtField ? undefined : problem }}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <FigureInput
          label={t('money')}
          data-autofocus
          value={typed.amount}
          error={problemAt(problem, 'amount')}
          type={(amount) => setTyped((now) => ({ ...now, amount }))}
        />
        <NativeSelect {...field('method')} data={usePaymentOptions()} />
      </SimpleGrid>
      <TextInput
        {...field('reference')}
        description={t('referenceHint')}
        maxLength={255}
        attributes={ownDirection}
        autoComplete="off"
      />
      <LongText {...field('note')} maxLength={500} minRows={1} attributes={ownDirection} />
      <Checkbox
        label={t('isExpected')}
        checked={isExpected}
        onChange={({ currentTarget: { checked } }) => expect(checked)}
      />
      <ConflictAlert
        conflict={conflict}
        mine={<Text>{typed.amount}</Text>}
        nameField={(name) => nameOf({ field: name })}
      >
        <Text>{t('changedMore')}</Text>
      </ConflictAlert>
    </ConfirmDialog>
  );
}
