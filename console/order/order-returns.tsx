import { Anchor, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { adminReturnsRead, type Order, type Return, type ReturnLine } from '#clients/typescript/src/main.ts';
import { isEmpty } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { Author } from '../parts/author.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { OpenedRecord } from '../parts/opened-record.tsx';
import { ReturnBadge } from '../parts/return-badge.tsx';
import { nextReturnStates, statesWithReturns, type ReturnStep } from '../parts/return-states.ts';
import { Section } from '../parts/section.tsx';
import { useReason } from '../parts/use-reason.ts';
import { Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { AnnounceReturn } from './announce-return.tsx';
import { itemName } from './item-name.ts';
import type { Seen } from './order-change.ts';
import { ReceiveReturn } from './receive-return.tsx';
import { ReturnDialog, type ReturnDialogProps } from './return-dialog.tsx';
import { returnTexts } from './return-texts.ts';
import type { OrderPartProps } from './use-open-order.ts';
import { useReturns } from './use-returns.ts';

/** The returns of an order, each with buttons for its next status. Not shown if the order has never left the shop. */
export function OrderReturns({ seen, state: { mayWrite } }: OrderPartProps) {
  const t = useTexts(returnTexts);
  const { order } = seen;
  const list = useReturns(order);
  const [moving, move] = useState<{ id: number; step: ReturnStep }>();
  const [announcing, announce] = useState<Seen>();
  const isPossible = statesWithReturns.includes(order.status);
  const isOpen = moving !== undefined || announcing !== undefined;
  if (!isPossible && !isOpen && (list.isLoading || isEmpty(list))) return null;
  return (
    <Section title={t('returns')} gap="sm">
      <LoadState of={list} label={t('returns')} size="sm" />
      {isEmpty(list) && <Text c="dimmed">{t('none')}</Text>}
      {list.rows.length > 0 && (
        <ul className="order-payments plain-list" aria-label={t('returns')}>
          {list.rows.map((record) => (
            <ReturnRow
              key={record.id}
              record={record}
              order={order}
              move={mayWrite ? (step) => move({ id: record.id, step }) : undefined}
            />
          ))}
        </ul>
      )}
      {mayWrite && isPossible && (
        <Button variant="default" w="fit-content" onClick={() => announce(seen)}>
          {t('announce')}
        </Button>
      )}
      {announcing !== undefined && (
        <AnnounceReturn seen={announcing} returns={list.rows} close={() => announce(undefined)} />
      )}
      {moving !== undefined && <MoveReturn {...moving} order={order} close={() => move(undefined)} />}
    </Section>
  );
}

type MoveReturnProps = Omit<ReturnDialogProps, 'record' | 'etag'> & { id: number };

function MoveReturn({ id, ...props }: MoveReturnProps) {
  const t = useTexts(returnTexts);
  const Begun = props.step === 'received' ? ReceiveReturn : ReturnDialog;
  return (
    <OpenedRecord
      of={['returns', id]}
      read={(options) => adminReturnsRead({ ...options, path: { return: id } })}
      title={t(`${props.step}Of`, { id: String(id) })}
      close={props.close}
    >
      {(record, etag) => <Begun {...props} record={record} etag={etag} />}
    </OpenedRecord>
  );
}

interface ReturnRowProps {
  record: Return;
  order: Order;
  move: ((step: ReturnStep) => void) | undefined;
}

function ReturnRow({ record, order, move }: ReturnRowProps) {
  const t = useTexts(returnTexts);
  const { money } = useFormat();
  const { id, status, lines, refund } = record;
  return (
    <li data-state={status}>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Anchor component={Link} href={`/returns/${id}`} fw={600}>
            {t('returnNo', { id: String(id) })}
          </Anchor>
          <ReturnBadge state={status} />
        </Group>
        {move !== undefined && (
          <Group gap={4}>
            {nextReturnStates[status]?.map((step) => (
              <Button
                key={step}
                size="compact-sm"
                variant="default"
                aria-label={t(`${step}Of`, { id: String(id) })}
                onClick={() => move(step)}
              >
                {t(`to_${step}`)}
              </Button>
            ))}
          </Group>
        )}
      </Group>
      {lines.map((line) => (
        <ReturnedLine key={line.item_id} line={line} order={order} />
      ))}
      {refund !== null && <Text size="sm">{t('credited', { amount: money(refund) })}</Text>}
      <LastStep record={record} order={order} />
    </li>
  );
}

function ReturnedLine({ line, order }: { line: ReturnLine; order: Order }) {
  const t = useTexts(returnTexts);
  const { number } = useFormat();
  const { item_id: id, amount, received, restock, uncounted, reason } = line;
  const name = itemName(order, id) ?? t('removedItem');
  const said = [
    ...(received === null
      ? []
      : [t(restock === false ? 'cameNotOnSale' : 'cameOnSale', { count: number(received) })]),
    ...(uncounted > 0 ? [t('uncounted', { count: number(uncounted) })] : []),
  ];
  return (
    <div>
      <Text>{t('units', { count: number(amount), name })}</Text>
      {said.length > 0 && (
        <Text size="sm" c="dimmed">
          {said.join(' · ')}
        </Text>
      )}
      {reason !== null && (
        <Text size="sm">
          <Name>{reason}</Name>
        </Text>
      )}
    </div>
  );
}

function LastStep({ record: { history }, order }: { record: Return; order: Order }) {
  const textOf = useReason();
  const last = history.at(-1);
  if (last === undefined) return null;
  const { at, by, reason } = last;
  return (
    <Text size="sm" c="dimmed">
      <Moment at={at} /> · <Author by={by} customer={order.user} />
      {reason !== null && (
        <>
          {' · '}
          <Name>{textOf(reason)}</Name>
        </>
      )}
    </Text>
  );
}
