import { Loader } from '@mantine/core';
import { useParams } from 'wouter';
import { NotFound, ordersRead } from '#clients/typescript/src/main.ts';
import { useRefreshPace } from '../data/use-live.ts';
import { useRecord } from '../data/use-record.ts';
import { MissingPage } from '../parts/missing-page.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useTexts } from '../texts/language.tsx';
import { OpenOrder } from './open-order.tsx';
import { orderTexts } from './texts.ts';

/** Polling interval while the event stream is unavailable or delayed. */
const refreshEveryMs = 15_000;

export default function OrderPage() {
  const { order } = useParams<{ order: string }>();
  const id = Number(order);
  // The key makes React discard the state of the previous order when another order opens.
  return Number.isSafeInteger(id) && id > 0 ? <OrderById key={id} id={id} /> : <NoSuchOrder />;
}

function OrderById({ id }: { id: number }) {
  const { record, etag, problem, refresh } = useRecord(
    ['orders', id],
    (client, options) => ordersRead({ client, path: { order: id }, ...options }),
    { refreshEveryMs: useRefreshPace(refreshEveryMs) },
  );
  if (problem instanceof NotFound)
    return (
      <>
        <NoSuchOrder />
        <Timeline kind="orders" id={id} />
      </>
    );
  if (record !== undefined) return <OpenOrder seen={{ order: record, etag }} />;
  return problem === undefined ? <Loader /> : <ProblemAlert problem={problem} retry={() => void refresh()} />;
}

function NoSuchOrder() {
  const t = useTexts(orderTexts);
  return <MissingPage title={t('notFound')} text={t('notFound')} href="/orders" back={t('back')} />;
}
