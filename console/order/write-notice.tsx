import { Alert, Group, List, Loader, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { adminProductsRead, OutOfStock, Unauthenticated, type Order } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useToast } from '../parts/toast.tsx';
import { KeptAlert, SignedOutAlert } from '../parts/unsent-write.tsx';
import { useTexts } from '../texts/language.tsx';
import type { OrderChange } from './order-change.ts';
import { OrderConflict } from './order-conflict.tsx';
import { orderTexts } from './texts.ts';
import type { OrderPartProps } from './use-open-order.ts';

export function WriteNotice({ seen, state }: OrderPartProps) {
  const t = useTexts(orderTexts);
  const toast = useToast();
  const notice = useRef<HTMLDivElement>(null);
  const { step, conflict, last, finish, takeTheirs } = state;
  useEffect(() => {
    if (step !== 'rest' && step !== 'done' && step !== 'sent')
      notice.current?.scrollIntoView({ block: 'nearest' });
    if (step === 'done') toast({ message: t('saved') });
    // Run only when the step changes. A change of the language would otherwise show the toast again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [step]);
  return (
    <>
      <div ref={notice} className="order-notice">
        <div role="status">
          <Progress state={state} />
        </div>
        <Refusal seen={seen} state={state} />
      </div>
      {conflict?.current !== undefined && last !== null && (
        <OrderConflict
          change={conflict.mine}
          seen={last.seen}
          theirs={conflict.current}
          changes={conflict.theirs}
          takeTheirs={() => takeTheirs(conflict.mine)}
          writeMine={(theirs) => void finish(conflict.mine, theirs)}
        />
      )}
    </>
  );
}

function Progress({ state: { step, operation, kept } }: Pick<OrderPartProps, 'state'>) {
  const t = useTexts(orderTexts);
  const { moment } = useFormat();
  if (step === 'sent') {
    return (
      <Group gap="sm">
        <Loader size="sm" /> {t('sending')}
      </Group>
    );
  }
  if (kept !== undefined) return <KeptAlert kept={kept} />;
  if (operation === undefined) return null;
  return (
    <Alert role="group" color="blue">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Loader size="sm" />
        <div>
          <Text fw={600}>{t('taken')}</Text>
          <Text>{t('takenSince', { at: moment(operation.created_at, 'time') })}</Text>
          {operation.note !== undefined && <Text>{operation.note}</Text>}
        </div>
      </Group>
    </Alert>
  );
}

function Refusal({ seen: { order }, state: { problem, isAccepted, last, finish } }: OrderPartProps) {
  if (problem instanceof OutOfStock)
    return <Shortage problem={problem} order={order} change={last?.change} />;
  if (!(problem instanceof Unauthenticated) || last === null) return <ProblemAlert problem={problem} />;
  return <SignedOutAlert isAccepted={isAccepted} sendAgain={() => void finish(last.change, last.seen)} />;
}

interface ShortageProps {
  problem: OutOfStock;
  order: Order;
  change: OrderChange | undefined;
}

function Shortage({ problem, order, change }: ShortageProps) {
  const t = useTexts(orderTexts);
  const known = new Map(order.items.map(({ product }) => [product.id, product.name]));
  if (change?.kind === 'add') known.set(change.body.product_id, change.productName);
  return (
    <Alert color="red" title={t('shortTitle')}>
      <List>
        {problem.products.map(({ product_id: id, name = known.get(id), requested, available: unitsLeft }) => (
          <List.Item key={id}>
            <ShortProduct id={id} name={name} requested={requested} unitsLeft={unitsLeft} />
          </List.Item>
        ))}
      </List>
      {t('shortMore')}
    </Alert>
  );
}

function ShortProduct(props: { id: number; name: string | undefined; requested: number; unitsLeft: number }) {
  const { id, name, requested, unitsLeft } = props;
  const t = useTexts(orderTexts);
  const product = useRecord(
    ['products', id],
    (options) => adminProductsRead({ ...options, path: { product: id } }),
    { enabled: name === undefined },
  );
  return t('short', { name: name ?? product.record?.name ?? String(id), requested, left: unitsLeft });
}
