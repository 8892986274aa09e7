import { Button, Card, Stack } from '@mantine/core';
import { usersRead } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import { DetailsForm } from './details-form.tsx';
import { MoveButtons } from './move-buttons.tsx';
import { MoveDialog } from './move-dialog.tsx';
import type { Seen } from './order-change.ts';
import { OrderConflict } from './order-conflict.tsx';
import { OrderCustomer } from './order-customer.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderLinks } from './order-links.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderTotals } from './order-totals.tsx';
import { orderTexts } from './texts.ts';
import { useOpenOrder, type OpenOrderState } from './use-open-order.ts';
import { useOrderKeys } from './use-order-keys.ts';
import { WriteNotice } from './write-notice.tsx';

interface PartProps {
  /** The order, refetched regularly. A form keeps the version that it started with. */
  seen: Seen;
  state: OpenOrderState;
}

/** The order page for staff. */
export function OpenOrder({ seen }: { seen: Seen }) {
  const t = useTexts(orderTexts);
  const { order } = seen;
  const state = useOpenOrder(seen);
  const { mayWrite, isBusy, move } = state;
  const customer = useRecord(['users', order.user_id], (client, options) =>
    usersRead({ client, path: { user: order.user_id }, ...options }),
  );
  useOrderKeys(order, state);
  return (
    <>
      <PageTitle title={t('title', { number: order.order_number })}>
        <OrderLinks order={order} />
      </PageTitle>
      <Stack>
        <OrderSummary order={order} phone={order.address.phone ?? customer.record?.phone}>
          {mayWrite && <MoveButtons order={order} isBusy={isBusy} move={move} />}
        </OrderSummary>
        <Outcome seen={seen} state={state} />
        <div className="order-grid">
          <Stack>
            <Card withBorder>
              <OrderLines
                key={state.linesRound}
                seen={seen}
                run={mayWrite ? state.run : undefined}
                isBusy={isBusy}
                problem={state.problem}
              />
            </Card>
            <Card withBorder>
              <Details seen={seen} state={state} />
            </Card>
          </Stack>
          <Stack>
            <Card withBorder>
              <OrderCustomer order={order} customer={customer.record} />
            </Card>
            <Card withBorder>
              <Totals seen={seen} state={state} />
            </Card>
          </Stack>
          <OrderHistory order={order} />
        </div>
      </Stack>
      <Question state={state} />
    </>
  );
}

function Outcome({ seen, state: { phase, finish, takeTheirs } }: PartProps) {
  return (
    <>
      <WriteNotice
        phase={phase}
        order={seen.order}
        sendAgain={(refused) => void finish(refused.change, refused.seen)}
      />
      {phase.at === 'conflict' && (
        <OrderConflict
          {...phase}
          takeTheirs={() => takeTheirs(phase.change)}
          writeMine={() => void finish(phase.change, phase.theirs)}
        />
      )}
    </>
  );
}

function Details({ seen, state }: PartProps) {
  const t = useTexts(orderTexts);
  const { mayWrite, editing, isBusy, problem, edit, leaveEditing, finish } = state;
  if (editing !== null) {
    return (
      <DetailsForm
        order={editing.order}
        isBusy={isBusy}
        problem={problem}
        leave={leaveEditing}
        save={(body) => finish({ kind: 'change', part: 'details', body }, editing)}
      />
    );
  }
  return (
    <Stack align="flex-start">
      <OrderDetails order={seen.order} />
      {mayWrite && (
        <Button variant="default" onClick={edit}>
          {t('edit')}
        </Button>
      )}
    </Stack>
  );
}

function Totals({ seen, state: { mayWrite, isBusy, finish } }: PartProps) {
  const { order } = seen;
  const isOpen = mayWrite && order.next_statuses.length > 0;
  return (
    <OrderTotals
      order={order}
      isBusy={isBusy}
      change={isOpen ? (body) => void finish({ kind: 'change', part: 'figures', body }, seen) : undefined}
    />
  );
}

/**
 * Asks why an order is rejected, cancelled or returned. While the page shows a notice, this is hidden and keeps the typed
 * reason.
 */
function Question({
  state: { moving, phase, isBusy, problem, leaveMoving, finish },
}: Pick<PartProps, 'state'>) {
  if (moving === null) return null;
  const isItsTurn = phase.at !== 'taken' && phase.at !== 'kept' && phase.at !== 'conflict';
  const { move, seen } = moving;
  return (
    <MoveDialog
      order={seen.order}
      move={move}
      isOpen={isItsTurn}
      isPending={isBusy}
      problem={problem}
      close={leaveMoving}
      confirm={(reason) => {
        const body = { status: move.to, ...(reason !== '' && { reject_reason: reason }) };
        void finish({ kind: 'change', part: 'move', body }, seen);
      }}
    />
  );
}
