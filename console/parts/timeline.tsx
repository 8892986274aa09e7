import { Anchor, Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NotFound, type Order, type TimelineEntry } from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import { mostRecords, useOrdersById } from '../data/use-records-by-id.ts';
import { useTimeline, type TimelineKind } from '../data/use-timeline.ts';
import { useFormat } from '../format/use-format.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import type { KnownCustomer } from './author-name.ts';
import { useAuthorName } from './author.tsx';
import { LoadState } from './load-state.tsx';
import { useOperationType } from './operation-words.ts';
import { orderStates } from './order-words.ts';
import { Section } from './section.tsx';
import { StateBadge } from './state-badge.tsx';
import { changeLines, lineNames, type ChangeLine } from './timeline-changes.ts';
import { timelineTexts } from './timeline-texts.ts';
import { useChangeText } from './use-change-text.ts';
import { useReason } from './use-reason.ts';
import { Moment, Name } from './values.tsx';
import './timeline.css';

interface TimelineProps {
  kind: TimelineKind;
  id: number;
  /** The record's customer. Entries of changes that this customer made show the customer's name as the author. */
  customer?: KnownCustomer;
  products?: ReadonlyMap<number, string>;
  children?: ReactNode;
}

export function Timeline({ kind, id, customer, products = new Map(), children }: TimelineProps) {
  const t = useTexts(timelineTexts);
  const { language } = useLanguage();
  const timeline = useTimeline(kind, id);
  const { entries, problem, isLoading, readOlder, isReadingOlder } = timeline;
  const names = lineNames(entries, language);
  const isStock = kind === 'inventory';
  // A deleted record keeps its timeline for a while. After that the API responds with 404, so show nothing.
  if (problem instanceof NotFound) return null;
  return (
    <Section title={t(isStock ? 'stockHistory' : 'history')} gap="sm">
      {children}
      <LoadState of={timeline} label={t('history')} size="sm" />
      {!isLoading && problem === undefined && entries.length === 0 && <Text>{t('none')}</Text>}
      <ol className="timeline">
        {inParts(entries).map((part, index) => (
          <Entries
            key={index}
            entries={part}
            isStock={isStock}
            customer={customer}
            products={products}
            names={names}
          />
        ))}
      </ol>
      {readOlder !== undefined && (
        <Button variant="default" w="fit-content" loading={isReadingOlder} onClick={readOlder}>
          {t('older')}
        </Button>
      )}
    </Section>
  );
}

/** Splits the entries, so that each part names no more orders than `useOrdersById` reads. */
function inParts(entries: readonly TimelineEntry[]): (readonly TimelineEntry[])[] {
  return Array.from({ length: Math.ceil(entries.length / mostRecords) }, (_, part) =>
    entries.slice(part * mostRecords, (part + 1) * mostRecords),
  );
}

interface EntriesProps extends Omit<EntryProps, 'entry' | 'orders'> {
  entries: readonly TimelineEntry[];
}

function Entries({ entries, ...shared }: EntriesProps) {
  const { records: orders } = useOrdersById(
    shared.isStock ? entries.flatMap(({ subject }) => orderIn(subject) ?? []) : [],
  );
  return entries.map((entry) => (
    <li key={entry.id} data-kind={entry.kind}>
      <Entry entry={entry} orders={orders} {...shared} />
    </li>
  ));
}

interface EntryProps {
  entry: TimelineEntry;
  isStock: boolean;
  /** The orders that changed the stock. Orders that were deleted or are not loaded yet are missing. */
  orders: ReadonlyMap<number, Order>;
  customer: KnownCustomer | undefined;
  products: ReadonlyMap<number, string>;
  names: ReadonlyMap<number, string>;
}

function Entry({ entry, isStock, orders, customer, products, names }: EntryProps) {
  const { language } = useLanguage();
  const t = useTexts(timelineTexts);
  const nameOf = useAuthorName();
  const reasonText = useReason();
  const lines = changeLines(entry, language);
  const isWhole = entry.kind === 'created' || entry.kind === 'deleted';
  const changes = <Changes lines={lines} names={names} />;
  return (
    <>
      <Happened entry={entry} />{' '}
      <span className="aside">
        <Moment at={entry.at} style="moment" /> · {t('by', { by: nameOf(entry.by, customer) })}
        <Through entry={entry} isStock={isStock} orders={orders} />
      </span>
      {entry.note !== null && (
        <Text className="timeline-note">
          <Name>{entry.note}</Name>
        </Text>
      )}
      {entry.reason !== null && (
        <Text>
          <Name>{reasonText(entry.reason)}</Name>
        </Text>
      )}
      {isWhole && lines.length > 0 ? (
        <details>
          <summary>{t('whole')}</summary>
          {changes}
        </details>
      ) : (
        changes
      )}
      <Stock moves={entry.stock} products={products} />
    </>
  );
}

type CauseText = Extract<keyof typeof timelineTexts, `payment${string}` | `return${string}` | 'refunded'>;

/** Titles of an order's entries, keyed by the command of a payment or return that caused the entry. */
const causes: Readonly<Record<string, CauseText>> = {
  'payments.create': 'paymentRecorded',
  'payments.capture': 'paymentReceived',
  'payments.void': 'paymentVoided',
  'payments.refund': 'refunded',
  'own-returns.create': 'returnRequested',
  'own-returns.withdraw': 'returnWithdrawn',
  'returns.create': 'returnAnnounced',
  'returns.update': 'returnFinished',
};

function Happened({ entry: { kind, changes, via, subject } }: Pick<EntryProps, 'entry'>) {
  const t = useTexts(timelineTexts);
  const { from, to } = changes['status'] ?? {};
  const [before, after] = [from, to].map((value) => orderStates.find((state) => state === value));
  if (kind !== 'status_changed' || after === undefined) {
    const isReceived = Object.keys(changes).some((name) => /^items\.\d+\.returned$/.test(name));
    const cause = isReceived ? 'returnReceived' : causes[via.type ?? ''];
    return <strong>{t(subject.startsWith('orders/') ? (cause ?? kind) : kind)}</strong>;
  }
  return (
    <>
      {before !== undefined && (
        <>
          <StateBadge state={before} /> <Arrow />{' '}
        </>
      )}
      <StateBadge state={after} />
    </>
  );
}

function Arrow() {
  const { direction } = useLanguage();
  return <span>{direction === 'rtl' ? '←' : '→'}</span>;
}

function Changes({ lines, names }: { lines: readonly ChangeLine[]; names: ReadonlyMap<number, string> }) {
  const words = useChangeText(names);
  if (lines.length === 0) return null;
  return (
    <ul className="timeline-changes">
      {lines.map((line) => (
        <li key={`${line.item} ${line.field}`}>{words(line)}</li>
      ))}
    </ul>
  );
}

/** Shows the units of stock that a change to an order used or returned. */
function Stock({ moves, products }: { moves: TimelineEntry['stock'] } & Pick<EntryProps, 'products'>) {
  const t = useTexts(timelineTexts);
  const { number } = useFormat();
  const said = (units: number | null) => (units === null ? t('empty') : number(units));
  const moved = moves.filter(({ stock }) => stock.from !== stock.to);
  if (moved.length === 0) return null;
  return (
    <ul className="timeline-changes">
      {moved.map(({ product_id: id, stock: { from, to } }) => (
        <li key={id}>
          {t('change', {
            field: t('stockOf', { product: products.get(id) ?? t('unnamedProduct', { id: String(id) }) }),
            from: said(from),
            to: said(to),
          })}
        </li>
      ))}
    </ul>
  );
}

/** A link to the operation that made the change. For stock, a link to the order that changed the stock. */
function Through({
  entry: { via, subject },
  isStock,
  orders,
}: Pick<EntryProps, 'entry' | 'isStock' | 'orders'>) {
  const t = useTexts(timelineTexts);
  const typeOf = useOperationType();
  const order = isStock ? orderIn(subject) : undefined;
  const number = order === undefined ? undefined : orders.get(order)?.order_number;
  const type = via.type === null ? null : typeOf(via.type);
  if (type === null && order === undefined) return null;
  return (
    <>
      {order !== undefined && (
        <>
          {' · '}
          <Anchor component={Link} href={`/orders/${order}`} inherit>
            {number === undefined ? t('order') : t('ofOrder', { number })}
          </Anchor>
        </>
      )}
      {type !== null && ' · '}
      {type !== null &&
        (via.operation_id === null ? (
          type
        ) : (
          <Anchor component={Link} href={operationAddress(via.operation_id)} c="dimmed" inherit>
            {type}
          </Anchor>
        ))}
    </>
  );
}

/** The id in `orders/12`. */
function orderIn(subject: string): number | undefined {
  const [, id] = /^orders\/(\d+)$/.exec(subject) ?? [];
  return id === undefined ? undefined : Number(id);
}
