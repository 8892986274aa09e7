import { Anchor, Button, Group, List, Loader, Progress, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { BulkOperation, Order, OrderStatus } from '#clients/typescript/src/main.ts';
import { Link } from 'wouter';
import type { OperationRecord } from '../data/operation-record.ts';
import { operationAddress } from '../data/operation-address.ts';
import { useReasonTemplates } from '../data/use-reason-templates.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { ReasonField } from '../parts/confirm-dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { Code } from '../parts/values.tsx';
import { WorkSums } from '../parts/work-sums.tsx';
import { useTexts } from '../texts/language.tsx';
import type { OrderSelection } from './order-view.ts';
import { ordersTexts } from './texts.ts';
import { useBulkMove, type BulkMoveState } from './use-bulk-move.ts';
import { Dialog } from '../parts/dialog.tsx';

interface BulkDialogProps {
  /** The selected orders on screen. The dialog knows the order numbers only for these. */
  orders: readonly Order[];
  selection: OrderSelection;
  to: OrderStatus;
  close: () => void;
}

/**
 * Changes the status of orders: rehearses the change, shows which orders can change, applies it, and lists the orders that did
 * not change.
 */
export function BulkDialog({ orders, selection, to, close }: BulkDialogProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const bulk = useBulkMove();
  return (
    <Dialog opened onClose={close} title={t('moveTo', { state: tPart(to) })}>
      <Stack>
        <Step bulk={bulk} orders={orders} selection={selection} to={to} close={close} />
        <ProblemAlert problem={bulk.problem} />
      </Stack>
    </Dialog>
  );
}

function Step({ bulk, orders, selection, to, close }: BulkDialogProps & { bulk: BulkMoveState }) {
  const problemAt = useFieldProblem();
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const needsReason = to === 'rejected';
  const [reason, setReason] = useState('');
  const move = { orders: selection, to, reason: reason.trim() };
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || needsReason) return;
    isBegun.current = true;
    void bulk.rehearse(move);
  });

  if (bulk.report !== undefined) return <Report report={bulk.report} orders={orders} close={close} />;
  if (bulk.isApplying) {
    const { total } = bulk.rehearsal?.progress ?? { total: orders.length };
    return <Working doing={t('moving')} operation={bulk.operation} count={total} />;
  }
  if (bulk.isRehearsing) {
    const { operation } = bulk;
    return operation ? (
      <Working doing={t('rehearsing')} operation={operation} count={orders.length} />
    ) : (
      <Group role="status">
        <Loader size="sm" />
        <Text>{t('rehearsing')}</Text>
      </Group>
    );
  }
  if (bulk.rehearsal !== undefined) {
    const { changed = 0 } = bulk.rehearsal.result ?? {};
    return (
      <>
        <Outcome operation={bulk.rehearsal} orders={orders} isRehearsed />
        <Group justify="flex-end">
          <Anchor component={Link} href={operationAddress(bulk.rehearsal.id)} className="starts">
            {t('eachOrder')}
          </Anchor>
          <Button variant="default" onClick={close}>
            {tPart('goBack')}
          </Button>
          <Button autoFocus data-autofocus disabled={changed === 0} onClick={() => void bulk.apply()}>
            {t('move', { count: changed })}
          </Button>
        </Group>
      </>
    );
  }
  if (!needsReason) return null;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void bulk.rehearse(move);
      }}
    >
      <Stack>
        <Reason value={reason} change={setReason} problem={problemAt(bulk.problem, 'reject_reason')} />
        <Group justify="flex-end">
          <Button type="submit" disabled={move.reason === ''}>
            {t('rehearse')}
          </Button>
        </Group>
      </Stack>
    </form>
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
  const tPart = useTexts(partTexts);
  const { done = 0, failed = 0 } = operation?.progress ?? {};
  const total = operation === undefined || operation.status === 'queued' ? count : operation.progress.total;
  return (
    <Stack gap="xs" role="status">
      <Text>{doing}</Text>
      <Progress value={((done + failed) / Math.max(total, 1)) * 100} aria-label={doing} />
      {operation !== undefined && (
        <>
          <Text>{tPart('progress', { done: done + failed, total })}</Text>
          <Text>{operation.note ?? t('waiting')}</Text>
        </>
      )}
    </Stack>
  );
}

interface ReportProps {
  report: BulkOperation;
  orders: readonly Order[];
  close: () => void;
}

function Report({ report, orders, close }: ReportProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const { id } = report;
  return (
    <>
      <Outcome operation={report} orders={orders} />
      <Group justify="space-between">
        <Anchor component={Link} href={operationAddress(id)}>
          {t('toOperation')}
        </Anchor>
        <Button autoFocus data-autofocus onClick={close}>
          {tPart('close')}
        </Button>
      </Group>
    </>
  );
}

interface OutcomeProps {
  operation: BulkOperation;
  orders: readonly Order[];
  isRehearsed?: boolean;
}

/**
 * Shows how many orders change, already have the status, or cannot change. Lists the last group by order number, with the
 * store's reason.
 */
function Outcome({ operation, orders, isRehearsed = false }: OutcomeProps) {
  const t = useTexts(ordersTexts);
  const { changed = 0, unchanged = 0 } = operation.result ?? {};
  const numbers = new Map(orders.map(({ id, order_number: number }) => [id, number]));
  return (
    <Stack gap="xs" role="status">
      <Text fw={600}>{isRehearsed ? t('willMove', { count: changed }) : t('moved', { count: changed })}</Text>
      {unchanged > 0 && <Text>{t('alreadyThere', { count: unchanged })}</Text>}
      <WorkSums sums={operation.sums} />
      {operation.errors.length > 0 && (
        <>
          <Text fw={600}>{t('refused', { count: operation.errors_total ?? operation.errors.length })}</Text>
          <List>
            {operation.errors.map(({ id, message }) => (
              <List.Item key={id}>
                <Code>{numbers.get(id) ?? id}</Code>: {message}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  );
}
