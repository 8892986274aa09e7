import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import { useDeferredValue, useRef } from 'react';
import { Link, useParams } from 'wouter';
import { adminOrdersRead, adminUsersRead, NotFound, type Order } from '#clients/typescript/src/main.ts';
import { isId } from '../data/is-id.ts';
import { walkFrom } from '../data/order-walk.ts';
import { useRecord } from '../data/use-record.ts';
import { Columns } from '../parts/columns.tsx';
import { isSecondClick } from '../parts/is-second-click.ts';
import { MissingPage } from '../parts/missing-page.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { PaymentBadge } from '../parts/payment-badge.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { Stepper } from '../parts/stepper.tsx';
import { partTexts } from '../parts/texts.ts';
import { Timeline } from '../parts/timeline.tsx';
import { useTexts } from '../texts/language.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { nextMoves } from './next-moves.ts';
import type { Seen } from './order-change.ts';
import { OrderCustomer } from './order-customer.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderHistory } from './order-history.tsx';
import { OrderLines } from './order-lines.tsx';
import { OrderSummary } from './order-summary.tsx';
import { OrderPayments } from './order-payments.tsx';
import { OrderReturns } from './order-returns.tsx';
import { stepsOf, way } from './steps.ts';
import { orderTexts } from './texts.ts';
import { useOpenOrder, type OrderPartProps } from './use-open-order.ts';
import { useOrderKeys } from './use-order-keys.ts';
import { WriteNotice } from './write-notice.tsx';

export default function OrderPage() {
  const { order } = useParams<{ order: string }>();
  const id = Number(order);
  // The key makes React discard the state of the previous order when another order opens.
  return isId(id) ? <OrderById key={id} id={id} /> : <NoSuchOrder />;
}

function OrderById({ id }: { id: number }) {
  const { record, etag, problem, refresh } = useRecord(
    ['orders', id],
    (options) => adminOrdersRead({ ...options, path: { order: id } }),
    { isPolled: true },
  );
  // React does a deferred render in short steps. Between the steps, a slow phone responds to input.
  const isShown = useDeferredValue(record !== undefined);
  if (problem instanceof NotFound)
    return (
      <>
        <NoSuchOrder />
        <Timeline kind="orders" id={id} />
      </>
    );
  if (record !== undefined && isShown) return <OpenOrder seen={{ order: record, etag }} />;
  return problem === undefined ? (
    <SkeletonRows />
  ) : (
    <ProblemAlert problem={problem} retry={() => void refresh()} />
  );
}

function NoSuchOrder() {
  const t = useTexts(orderTexts);
  return <MissingPage title={t('notFound')} href="/orders" back={t('backToList')} />;
}

function OpenOrder({ seen }: { seen: Seen }) {
  const t = useTexts(orderTexts);
  const { order } = seen;
  const state = useOpenOrder(seen);
  const read = useRecord(['users', order.user_id], (options) =>
    adminUsersRead({ ...options, path: { user: order.user_id } }),
  );
  // If the customer's data was erased, the customer's record is missing. This is not an error.
  const customer = read.problem instanceof NotFound ? { ...read, problem: undefined } : read;
  useOrderKeys(order, state);
  return (
    <>
      <Stack>
        <PageTitle
          title={t('title', { number: order.order_number })}
          back={{ href: walkFrom(order.id).list, label: t('backToList') }}
          after={
            <Group gap="xs" className="order-states">
              <StateBadge state={order.status} />
              <PaymentBadge status={order.payment_status} />
            </Group>
          }
        >
          <OrderLinks order={order} />
        </PageTitle>
        <OrderStepper order={order} />
        <OrderSummary order={order} customer={customer}>
          {state.mayWrite && <MoveButtons seen={seen} state={state} />}
        </OrderSummary>
        <WriteNotice seen={seen} state={state} />
        <Columns
          main={
            <>
              <OrderLines key={state.linesRound} seen={seen} state={state} />
              <OrderDetails seen={seen} state={state} />
            </>
          }
          side={
            <>
              <OrderCustomer order={order} customer={customer} />
              <OrderPayments seen={seen} state={state} />
              <OrderReturns seen={seen} state={state} />
            </>
          }
          after={<OrderHistory order={order} />}
        />
      </Stack>
      {state.moving !== null && <MoveDialog state={state} moving={state.moving} />}
    </>
  );
}

function OrderStepper({ order }: { order: Order }) {
  const t = useTexts(orderTexts);
  const tPart = useTexts(partTexts);
  const steps = stepsOf(order).map(({ state, at }) => ({
    key: state,
    label: tPart(state),
    at,
    isEnd: !way.includes(state),
  }));
  return <Stepper label={t('progress')} steps={steps} current={order.status} />;
}

function OrderLinks({ order: { id } }: { order: Order }) {
  const t = useTexts(orderTexts);
  const { previous, next } = walkFrom(id);
  return (
    <Group gap="xs" wrap="nowrap">
      <IconLink href={`/orders/${id}/slip`} icon="print" label={t('print')} isNamed />
      <IconLink href={`/orders/${id}/slip?kind=invoice`} icon="invoice" label={t('printInvoice')} isNamed />
      {previous !== undefined && (
        <IconLink href={`/orders/${previous}`} icon="previous" label={t('previousOrder')} />
      )}
      {next !== undefined && <IconLink href={`/orders/${next}`} icon="next" label={t('nextOrder')} />}
    </Group>
  );
}

interface IconLinkProps {
  href: string;
  icon: IconName;
  label: string;
  /** Shows the label beside the icon. */
  isNamed?: boolean;
}

function IconLink({ href, icon, label, isNamed = false }: IconLinkProps) {
  if (isNamed)
    return (
      <Button component={Link} href={href} variant="default" px="sm">
        <Icon name={icon} size={16} />
        <span className="order-link-label">{label}</span>
      </Button>
    );
  return (
    <ActionIcon component={Link} href={href} variant="default" size={36} aria-label={label} title={label}>
      <Icon name={icon} />
    </ActionIcon>
  );
}

/** A button for each possible change of the order's status, forward changes first. The buttons are large enough for a thumb. */
function MoveButtons({ seen: { order }, state: { isPending, move } }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const group = useRef<HTMLDivElement>(null);
  const moves = nextMoves(order);
  return (
    <Group ref={group} tabIndex={-1} gap="sm" role="group" aria-label={t('nextSteps')}>
      {moves.length === 0 && <Text>{t('final')}</Text>}
      {moves.map((each) => (
        <Button
          key={each.to}
          size="md"
          disabled={isPending}
          {...(!each.isForward && { variant: 'default' })}
          onClick={(event) => {
            if (isSecondClick(event)) return;
            // The pressed button disappears after the move. If the group has the focus, the next press of Tab reaches the next
            // button.
            group.current?.focus();
            move(each);
          }}
        >
          {t(`to_${each.to}`)}
        </Button>
      ))}
    </Group>
  );
}
