import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { adminPaymentsVoid, type Payment, type Refund } from '#clients/typescript/src/main.ts';
import { isEmpty } from '../data/use-list.ts';
import { useWrite } from '../data/use-write.ts';
import { useFormat } from '../format/use-format.ts';
import { later } from '../parts/later.tsx';
import { Author } from '../parts/author.tsx';
import { Badge, type Tone } from '../parts/badge.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Section } from '../parts/section.tsx';
import { useToast, useUnseenFailure } from '../parts/toast.tsx';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { Moment, Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import type { Seen } from './order-change.ts';
import type { PaymentAction } from './payment-dialog.tsx';
import { paymentTexts } from './payment-texts.ts';
import { RecordPayment } from './record-payment.tsx';
import type { OrderPartProps } from './use-open-order.ts';
import { usePayments } from './use-payments.ts';

const PaymentDialog = later(() => import('./payment-dialog.tsx'));

/** The money that staff recorded for the order, and the actions that each payment allows. */
export function OrderPayments({ seen, state: { mayWrite, paying, pay } }: OrderPartProps) {
  const t = useTexts(paymentTexts);
  const { money } = useFormat();
  const { order } = seen;
  const list = usePayments(order.id);
  const [acting, act] = useState<{ payment: Payment; action: PaymentAction }>();
  const undo = useUndo(order.order_number);
  return (
    <Section
      title={t('payments')}
      gap="sm"
      aside={
        order.due === 0 ? undefined : (
          <Text fw={600}>
            {order.due > 0
              ? t('dueNow', { amount: money(order.due) })
              : t('toRefund', { amount: money(-order.due) })}
          </Text>
        )
      }
    >
      <LoadState of={list} label={t('payments')} size="sm" />
      {isEmpty(list) && <Text c="dimmed">{t('none')}</Text>}
      {list.rows.length > 0 && (
        <ul className="order-payments plain-list" aria-label={t('payments')}>
          {list.rows.map((payment) => (
            <PaymentRow
              key={payment.id}
              payment={payment}
              seen={seen}
              act={mayWrite ? (action) => act({ payment, action }) : undefined}
            />
          ))}
        </ul>
      )}
      <ProblemAlert problem={undo.problem} />
      {mayWrite && (
        <Button variant={order.due > 0 ? 'filled' : 'default'} w="fit-content" onClick={() => pay(true)}>
          {t('record')}
        </Button>
      )}
      {paying && <RecordPayment seen={seen} close={() => pay(false)} undo={undo.run} />}
      {acting !== undefined && <PaymentDialog {...acting} order={order} close={() => act(undefined)} />}
    </Section>
  );
}

/** Voids a payment that was recorded a moment ago. */
function useUndo(number: string) {
  const t = useTexts(paymentTexts);
  const { money } = useFormat();
  const toast = useToast();
  return useWrite(({ id }: Payment, options) => adminPaymentsVoid({ ...options, path: { payment: id } }), {
    touches: [['orders'], ['payments']],
    done: ({ amount }) => toast({ message: t('voided', { amount: money(amount) }) }),
    failedUnseen: useUnseenFailure(t('undoPayment', { number })),
  });
}

const tones: Readonly<Record<string, Tone>> = { authorised: 'blue', captured: 'green' };
const actions: Readonly<Record<string, readonly PaymentAction[]>> = {
  authorised: ['capture', 'void'],
  captured: ['refund', 'void'],
  part_refunded: ['refund'],
};

interface PaymentRowProps {
  payment: Payment;
  seen: Seen;
  act: ((action: PaymentAction) => void) | undefined;
}

function PaymentRow({ payment, seen, act }: PaymentRowProps) {
  const t = useTexts(paymentTexts);
  const { money } = useFormat();
  const paymentName = usePaymentName();
  const { amount, authorised, captured, method, state, reference, note, refunds } = payment;
  const shownAmount = captured > 0 ? captured : state === 'voided' ? amount : authorised;
  return (
    <li data-state={state}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text fw={600} component="span" className="order-payment-amount">
            <Money amount={shownAmount} />
          </Text>
          <Badge tone={tones[state] ?? 'grey'}>{t(`state_${state}` as StateText)}</Badge>
        </Group>
        {act !== undefined && (
          <Group gap={4}>
            {(actions[state] ?? []).map((action) => (
              <Button
                key={action}
                size="compact-sm"
                variant="default"
                aria-label={t(`${action}Of`, { amount: money(shownAmount) })}
                onClick={() => act(action)}
              >
                {t(action)}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {paymentName(method)} · <Moment at={payment.created_at} />
        {reference !== null && (
          <>
            {' · '}
            <Name>{reference}</Name>
          </>
        )}
      </Text>
      {note !== null && (
        <Text size="sm">
          <Name>{note}</Name>
        </Text>
      )}
      {refunds.map((refund) => (
        <RefundLine key={refund.id} refund={refund} seen={seen} />
      ))}
    </li>
  );
}

function RefundLine({ refund: { amount, at, by, reason }, seen }: { refund: Refund; seen: Seen }) {
  const t = useTexts(paymentTexts);
  const { money } = useFormat();
  return (
    <Text size="sm">
      {t('refundedLine', { amount: money(amount) })} · <Moment at={at} /> ·{' '}
      <Author by={by} customer={seen.order.user} />
      {reason !== null && (
        <>
          {' · '}
          <Name>{reason}</Name>
        </>
      )}
    </Text>
  );
}

/** A later release of the API may add states. `useTexts` shows a state without a text by the API's own name. */
type StateText = Extract<keyof typeof paymentTexts, `state_${string}`>;
