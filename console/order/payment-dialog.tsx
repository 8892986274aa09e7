import { Text } from '@mantine/core';
import { useState } from 'react';
import {
  adminPaymentsCapture,
  adminPaymentsRead,
  adminPaymentsRefund,
  adminPaymentsVoid,
  type Order,
  type Payment,
  type PaymentsCaptureBody,
  type PaymentsRefundBody,
  type RecordChange,
  type Write,
} from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import type { SendOptions, WriteState } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { OpenedRecord } from '../parts/opened-record.tsx';
import { Segments } from '../parts/segments.tsx';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { FigureInput } from '../parts/figure-input.tsx';
import { paymentTexts } from './payment-texts.ts';
import { typedAmount } from './typed-figure.ts';
import { isAtUnits, linesOf, UnitFields, type TypedUnits } from './unit-fields.tsx';
import { refundedUnits } from './refunded-units.ts';
import { useDialogWrite } from './use-dialog-write.ts';
import { usePayments } from './use-payments.ts';
import { useReturns } from './use-returns.ts';

export type PaymentAction = 'capture' | 'void' | 'refund';

interface PaymentDialogProps {
  order: Order;
  payment: Payment;
  action: PaymentAction;
  close: () => void;
}

/** The props of a dialog, and the ETag of the payment's version that the dialog shows. */
interface BegunProps extends Omit<PaymentDialogProps, 'action'> {
  etag: string | undefined;
}

const dialogs = { capture: Capture, void: Void, refund: RefundOf } as const;

/** Asks before the action, and shows the API's errors at their fields. */
export default function PaymentDialog({ payment: { id }, action, ...props }: PaymentDialogProps) {
  const t = useTexts(paymentTexts);
  const Begun = dialogs[action];
  return (
    <OpenedRecord
      of={['payments', id]}
      read={(options) => adminPaymentsRead({ ...options, path: { payment: id } })}
      title={t(action)}
      close={props.close}
    >
      {(payment, etag) => <Begun {...props} payment={payment} etag={etag} />}
    </OpenedRecord>
  );
}

/** Sends the command with the payment's ETag, so that two members of staff never refund the same money twice. */
function usePaymentWrite<Body>(
  { payment: { id }, etag }: BegunProps,
  action: PaymentAction,
  send: (request: SendOptions & { path: { payment: number }; body: Body }) => Write<Payment>,
  done: (payment: Payment) => void,
) {
  const t = useTexts(paymentTexts);
  return useDialogWrite((body: Body, options) => send({ ...options, path: { payment: id }, body }), {
    name: `${action} payment ${id}`,
    what: t(action),
    etag,
    touches: [['orders'], ['payments']],
    done,
  });
}

function Capture(props: BegunProps) {
  const { payment, close } = props;
  const t = useTexts(paymentTexts);
  const { money, plainMoney } = useFormat();
  const problemAt = useFieldProblem();
  const toast = useToast();
  const [typed, setTyped] = useState(plainMoney(payment.authorised));
  const write = usePaymentWrite<PaymentsCaptureBody>(
    props,
    'capture',
    adminPaymentsCapture,
    ({ captured }) => {
      close();
      toast({ message: t('captured', { amount: money(captured) }) });
    },
  );
  const wrong = problemAt(write.problem, 'amount');
  return (
    <ConfirmDialog
      close={close}
      title={t('captureOf', { amount: money(payment.authorised) })}
      verb={t('capture')}
      confirm={() => void write.run({ amount: typedAmount(typed) } as PaymentsCaptureBody)}
      write={{ ...write, problem: wrong === undefined ? write.problem : undefined }}
    >
      <AmountField typed={typed} type={setTyped} wrong={wrong} hint={t('captureMore')} />
      <PaymentConflict write={write} typed={typed} />
    </ConfirmDialog>
  );
}

function Void(props: BegunProps) {
  const { payment, close } = props;
  const t = useTexts(paymentTexts);
  const { money } = useFormat();
  const toast = useToast();
  const amount = money(payment.captured > 0 ? payment.captured : payment.authorised);
  const write = usePaymentWrite<undefined>(
    props,
    'void',
    ({ body: _, ...request }) => adminPaymentsVoid(request),
    () => {
      close();
      toast({ message: t('voided', { amount }) });
    },
  );
  return (
    <ConfirmDialog
      close={close}
      title={t('voidOf', { amount })}
      verb={t('void')}
      isDangerous
      confirm={() => void write.run(undefined)}
      write={write}
    >
      <Text>{t('voidMore')}</Text>
      <PaymentConflict write={write} typed={amount} />
    </ConfirmDialog>
  );
}

function RefundOf(props: BegunProps) {
  const { payment, order, close } = props;
  const t = useTexts(paymentTexts);
  const { money, plainMoney } = useFormat();
  const problemAt = useFieldProblem();
  const toast = useToast();
  const most = payment.captured - payment.refunded;
  const [by, choose] = useState<'amount' | 'items'>('amount');
  const [typed, setTyped] = useState(() => plainMoney(order.due < 0 ? Math.min(-order.due, most) : most));
  const payments = usePayments(order.id).rows;
  const refunded = refundedUnits(payments, useReturns(order).rows);
  const [units, setUnits] = useState<TypedUnits>(new Map());
  const write = usePaymentWrite<PaymentsRefundBody>(props, 'refund', adminPaymentsRefund, ({ refunds }) => {
    close();
    toast({ message: t('refunded', { amount: money(refunds.at(-1)?.amount ?? 0) }) });
  });
  const body = (reason: string) =>
    ({
      ...(by === 'amount' ? { amount: typedAmount(typed) } : { lines: linesOf(units) }),
      ...(reason !== '' && { reason }),
    }) as PaymentsRefundBody;
  const wrong = problemAt(write.problem, 'amount');
  const isAtField = wrong !== undefined || isAtUnits(write.problem);
  return (
    <ConfirmDialog
      close={close}
      title={t('refundOf', { amount: money(payment.captured) })}
      verb={t('refund')}
      isDangerous
      reason={{ field: 'reason', isRequired: false }}
      confirm={(reason) => void write.run(body(reason))}
      write={{ ...write, problem: isAtField ? undefined : write.problem }}
    >
      {order.items.length > 0 && (
        <Segments
          label={t('refundBy')}
          value={by}
          change={(value) => {
            choose(value);
            write.clear();
          }}
          options={[
            { value: 'amount', label: t('byAmount') },
            { value: 'items', label: t('byItems') },
          ]}
        />
      )}
      {by === 'amount' ? (
        <AmountField
          typed={typed}
          type={setTyped}
          wrong={wrong}
          hint={t('atMost', { amount: money(most) })}
        />
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {t('itemsMore')}
          </Text>
          <UnitFields
            items={order.items}
            units={units}
            type={(now) => {
              setUnits(now);
              if (write.problem !== undefined) write.clear();
            }}
            labelOf={(name) => t('unitsOf', { name })}
            unitsLeft={({ id, amount, returned }) =>
              Math.max(0, amount - Math.max(returned, refunded.get(id) ?? 0))
            }
            hintOf={(of) => t('unitsLeft', of)}
            problem={write.problem}
          />
        </>
      )}
      <PaymentConflict write={write} typed={by === 'amount' ? typed : t('byItems')} />
    </ConfirmDialog>
  );
}

function AmountField(props: {
  typed: string;
  type: (text: string) => void;
  wrong: string | undefined;
  hint: string;
}) {
  const { typed, type, wrong, hint } = props;
  const t = useTexts(paymentTexts);
  return (
    <FigureInput
      label={t('money')}
      description={hint}
      data-autofocus
      value={typed}
      error={wrong}
      type={type}
    />
  );
}

/**
 * Shown when another user has changed the payment. If the user confirms again, the command is sent again, based on the payment's
 * current version.
 */
function PaymentConflict({
  write,
  typed,
}: {
  write: Pick<WriteState<unknown, unknown>, 'conflict'>;
  typed: string;
}) {
  const t = useTexts(paymentTexts);
  const names: Readonly<Record<string, string>> = {
    authorised: t('authorised'),
    captured: t('state_captured'),
    refunded: t('state_refunded'),
    refunds: t('refund'),
    state: t('state'),
  };
  return (
    <ConflictAlert
      conflict={write.conflict && { ...write.conflict, theirs: write.conflict.theirs.map(withAmountsOnly) }}
      mine={<Text>{typed}</Text>}
      nameField={(field) => names[field]}
    >
      <Text>{t('changedMore')}</Text>
    </ConflictAlert>
  );
}

const amounts: readonly string[] = ['authorised', 'captured', 'refunded'];

/** Leaves out the state, which follows from the amounts, and each field of a refund, which the order's payments show. */
function withAmountsOnly(change: RecordChange): RecordChange {
  const values = Object.entries(change.values ?? {}).filter(([field]) => amounts.includes(field));
  return { ...change, values: Object.fromEntries(values) };
}
