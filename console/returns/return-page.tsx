import { Stack, Text } from '@mantine/core';
import { useParams } from 'wouter';
import { adminOrdersRead, adminReturnsRead, NotFound, type Return } from '#clients/typescript/src/main.ts';
import { isId } from '../data/is-id.ts';
import { useRecord } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { Facts } from '../parts/facts.tsx';
import { FailedReads } from '../parts/failed-reads.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ReturnBadge } from '../parts/return-badge.tsx';
import { Section } from '../parts/section.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { Moment, Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { OrderOfReturn } from './order-of-return.tsx';
import { returnsTexts } from './texts.ts';

/** A return with its history. Staff move the return to its next state on the page of its order. */
export default function ReturnPage() {
  const t = useTexts(returnsTexts);
  const { return: typed = '' } = useParams();
  const id = Number(typed);
  const read = useRecord(
    ['returns', id],
    (options) => adminReturnsRead({ ...options, path: { return: id } }),
    { isPolled: true, enabled: isId(id) },
  );
  if (!isId(id) || read.problem instanceof NotFound)
    return <MissingPage title={t('notFound')} href="/returns" back={t('backToList')} />;
  return (
    <Stack>
      <PageTitle
        title={t('title', { id: String(id) })}
        back={{ href: '/returns', label: t('returns') }}
        after={read.record && <ReturnBadge state={read.record.status} />}
      />
      <LoadState of={read} label={t('title', { id: String(id) })} />
      {read.record !== undefined && <KnownReturn record={read.record} />}
      <Timeline kind="returns" id={id} />
    </Stack>
  );
}

function KnownReturn({ record }: { record: Return }) {
  const t = useTexts(returnsTexts);
  const { number } = useFormat();
  const { order_id: id, lines, refund, created_at: at } = record;
  const read = useRecord(['orders', id], (options) => adminOrdersRead({ ...options, path: { order: id } }));
  const isDeleted = read.problem instanceof NotFound;
  const order = isDeleted ? null : read.record;
  const nameOf = (item: number) =>
    order === undefined
      ? '…'
      : (order?.items.find(({ id: line }) => line === item)?.product.name ?? `#${item}`);
  return (
    <Section title={t('return')}>
      {!isDeleted && <FailedReads of={[read]} />}
      <Facts
        facts={[
          [t('order'), <OrderOfReturn key="order" order_id={id} order={order} />],
          [t('customer'), <Name key="customer">{order?.user.name ?? '—'}</Name>],
          [
            t('lines'),
            lines.map(({ item_id: item, amount }) => (
              <Text key={item}>
                {number(amount)} × <Name>{nameOf(item)}</Name>
              </Text>
            )),
          ],
          [t('refund'), refund === null ? '—' : <Money key="refund" amount={refund} />],
          [t('announced'), <Moment key="announced" at={at} />],
        ]}
      />
    </Section>
  );
}
