import { Alert, Button, Group, List, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { OutOfStock, productsRead, Unauthenticated, type Order } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import type { WritePhase } from './use-order-writes.ts';

interface WriteNoticeProps {
  phase: WritePhase;
  order: Order;
  sendAgain: (refused: Refused) => void;
}

type Refused = Extract<WritePhase, { at: 'refused' }>;

/** Reports the last requested change: in progress, waiting to be sent, or rejected with a reason. */
export function WriteNotice({ phase, order, sendAgain }: WriteNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  const { at } = phase;
  useEffect(() => {
    if (at !== 'rest' && at !== 'saved' && at !== 'sent')
      notice.current?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <div ref={notice} className="order-notice">
      <div role="status">
        <Progress phase={phase} />
      </div>
      {phase.at === 'refused' && <Refusal phase={phase} order={order} sendAgain={() => sendAgain(phase)} />}
    </div>
  );
}

function Progress({ phase }: { phase: WritePhase }) {
  const t = useTexts(orderTexts);
  const { moment } = useFormat();
  if (phase.at === 'sent') {
    return (
      <Group gap="sm">
        <Loader size="sm" /> {t('sending')}
      </Group>
    );
  }
  if (phase.at === 'saved') return <Text>{t('saved')}</Text>;
  if (phase.at === 'taken') {
    const { operation } = phase;
    return (
      <Alert role="group" color="blue" className="problem-alert">
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
  return phase.at === 'kept' ? <Kept phase={phase} /> : null;
}

function Kept({ phase }: { phase: Extract<WritePhase, { at: 'kept' }> }) {
  const t = useTexts(orderTexts);
  const isUnknown = phase.problem.code !== 'unavailable';
  return (
    <Alert
      role="group"
      color="orange"
      className="problem-alert"
      title={t(isUnknown ? 'keptUnknown' : 'kept')}
    >
      <Stack gap="xs">
        <Text>{t('keptMore')}</Text>
        <Text>{phase.problem.message}</Text>
        <Group gap="sm">
          <Button size="xs" onClick={phase.tryNow}>
            {t('tryNow')}
          </Button>
          {phase.giveUp !== undefined && (
            <Button size="xs" variant="default" onClick={phase.giveUp}>
              {t('giveUp')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

function Refusal({ phase, order, sendAgain }: { phase: Refused; order: Order; sendAgain: () => void }) {
  const t = useTexts(orderTexts);
  const { problem } = phase;
  if (problem instanceof OutOfStock) return <Shortage problem={problem} order={order} phase={phase} />;
  if (!(problem instanceof Unauthenticated)) return <ProblemAlert problem={problem} />;
  return (
    <Alert role="alert" color="orange" className="problem-alert" title={t('signedOut')}>
      <Stack gap="xs" align="flex-start">
        {t('signedOutMore')}
        <Button size="xs" onClick={sendAgain}>
          {t('sendAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}

interface ShortageProps {
  problem: OutOfStock;
  order: Order;
  phase: Refused;
}

/** Lists the products without enough stock. */
function Shortage({ problem, order, phase: { change } }: ShortageProps) {
  const t = useTexts(orderTexts);
  const known = new Map(order.items.map(({ product }) => [product.id, product.name]));
  if (change.kind === 'add') known.set(change.body.product_id, change.productName);
  return (
    <Alert role="alert" color="red" className="problem-alert" title={t('shortTitle')}>
      <List>
        {problem.products.map(({ product_id: id, name = known.get(id), requested, available }) => (
          <List.Item key={id}>
            <ShortProduct id={id} name={name} requested={requested} available={available} />
          </List.Item>
        ))}
      </List>
      {t('shortMore')}
    </Alert>
  );
}

function ShortProduct(props: { id: number; name: string | undefined; requested: number; available: number }) {
  const { id, name, requested, available } = props;
  const t = useTexts(orderTexts);
  const product = useRecord(
    ['products', id],
    (client, options) => productsRead({ client, path: { product: id }, ...options }),
    { enabled: name === undefined },
  );
  return t('short', { name: name ?? product.record?.name ?? String(id), requested, available });
}
