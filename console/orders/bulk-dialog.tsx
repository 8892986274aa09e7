import { Button, Group, Loader, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  adminOrdersBulkUpdate,
  type BulkOperation,
  type BulkPayment,
  type Order,
  type OrderStatus,
} from '#clients/typescript/src/main.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { useOrdersById } from '../data/use-records-by-id.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useReasonTemplates } from '../data/use-settings.ts';
import { useRehearsedWork } from '../data/use-rehearsed-work.ts';
import { ReasonField } from '../parts/confirm-dialog.tsx';
import { operationTexts } from '../parts/operation-texts.ts';
import { Refusals } from '../parts/refusals.tsx';
import { RehearsalDialog } from '../parts/rehearsal-dialog.tsx';
import { submits } from '../parts/submits.ts';
import { partTexts } from '../parts/texts.ts';
import { useUnseenFailure } from '../parts/toast.tsx';
import { usePaymentName } from '../parts/use-payment-name.ts';
import { WorkSums } from '../parts/work-sums.tsx';
import { useTexts } from '../texts/language.tsx';
import type { OrderSelection } from './order-view.ts';
import { ordersTexts } from './texts.ts';

export type OrderChange = { status: OrderStatus } | { payment: BulkPayment };

interface BulkDialogProps {
  /** The selected orders on screen. */
  orders: readonly Order[];
  selection: OrderSelection;
  change: OrderChange;
  close: () => void;
}

export function BulkDialog({ orders, selection, change, close }: BulkDialogProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const paymentName = usePaymentName();
  const problemAt = useFieldProblem();
  const [reason, setReason] = useState('');
  const title =
    'status' in change
      ? t('moveTo', { state: tPart(change.status) })
      : t('markPaidBy', { method: paymentName(change.payment.method) });
  const work = useRehearsedWork<string>(
    (why, options) => {
      const body = { ...selection, ...change, ...(why !== '' && { reject_reason: why }), dry_run: true };
      return adminOrdersBulkUpdate({ ...options, body });
    },
    [['orders'], ['payments']],
    useUnseenFailure(title),
  );
  const { operation, isApplying } = work;
  const needsReason = 'status' in change && change.status === 'rejected';
  const rehearse = () => void work.rehearse(reason.trim());
  return (
    <RehearsalDialog
      title={title}
      work={work}
      close={close}
      begin={needsReason ? undefined : rehearse}
      form={
        needsReason && (
          <form onSubmit={submits(rehearse)}>
            <Stack>
              <Reason value={reason} change={setReason} problem={problemAt(work.problem, 'reject_reason')} />
              <Group justify="flex-end">
                <Button type="submit" disabled={reason.trim() === ''}>
                  {t('rehearse')}
                </Button>
              </Group>
            </Stack>
          </form>
        )
      }
      checking={t('rehearsing')}
      working={() =>
        isApplying || operation !== undefined ? (
          <Working
            doing={t(isApplying ? 'moving' : 'rehearsing')}
            operation={operation}
            count={(isApplying ? work.rehearsal?.progress.total : undefined) ?? orders.length}
          />
        ) : (
          <Group role="status">
            <Loader size="sm" />
            <Text>{t('rehearsing')}</Text>
          </Group>
        )
      }
      preview={(rehearsal) => <Outcome operation={rehearsal} orders={orders} isRehearsed />}
      outcome={(report) => <Outcome operation={report} orders={orders} />}
      verb={(count) => t('move', { count })}
      toEach={t('eachOrder')}
      toOperation={t('toOperation')}
    />
  );
}

interface ReasonProps {
  value: string;
  change: (reason: string) => void;
  problem: string | undefined;
}

function Reason(props: ReasonProps) {
  return <ReasonField {...props} isRequired templates={useReasonTemplates()} />;
}

interface WorkingProps {
  doing: string;
  operation: OperationRecord | undefined;
  /** The total to show while the operation is queued, because the store counts the orders only when a worker starts. */
  count: number;
}

function Working({ doing, operation, count }: WorkingProps) {
  const t = useTexts(ordersTexts);
  const tOperation = useTexts(operationTexts);
  const { done = 0, failed = 0 } = operation?.progress ?? {};
  const total = operation === undefined || operation.status === 'queued' ? count : operation.progress.total;
  return (
    <Stack gap="xs" role="status">
      <Text>{doing}</Text>
      <Progress value={((done + failed) / Math.max(total, 1)) * 100} aria-label={doing} />
      {operation !== undefined && (
        <>
          <Text>{tOperation('progressOf', { done: done + failed, total })}</Text>
          <Text>{operation.note ?? t('waiting')}</Text>
        </>
      )}
    </Stack>
  );
}

interface OutcomeProps {
  operation: BulkOperation;
  orders: readonly Order[];
  isRehearsed?: boolean;
}

/** Lists the orders that cannot change by order number, with the store's reason. */
function Outcome({ operation, orders, isRehearsed = false }: OutcomeProps) {
  const t = useTexts(ordersTexts);
  const { changed = 0, unchanged = 0 } = operation.result ?? {};
  const onScreen = new Map(orders.map((order) => [order.id, order]));
  const { records: others } = useOrdersById(
    operation.errors.flatMap(({ id }) => (onScreen.has(id) ? [] : id)),
  );
  const numberOf = (id: number) => (onScreen.get(id) ?? others.get(id))?.order_number;
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{isRehearsed ? t('willMove', { count: changed }) : t('moved', { count: changed })}</Text>
      {unchanged > 0 && <Text>{t('alreadyThere', { count: unchanged })}</Text>}
      <WorkSums sums={operation.sums} />
      {operation.errors.length > 0 && (
        <>
          <Text fw={600}>{t('refused', { count: operation.errors_total ?? operation.errors.length })}</Text>
          <Refusals errors={operation.errors} nameOf={(id) => numberOf(id) ?? String(id)} />
        </>
      )}
    </Stack>
  );
}
