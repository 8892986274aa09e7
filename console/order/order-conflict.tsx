import { Button, Group } from '@mantine/core';
import type { RecordChange } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { useSession } from '../data/session.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import { authorName } from './author-name.ts';
import {
  compareChange,
  isContested,
  type ComparedField,
  type ComparedRow,
  type ComparedValue,
} from './compare-change.ts';
import { lineFieldTexts, loggedFieldTexts, orderFieldTexts } from './field-names.ts';
import type { OrderChange, Seen } from './order-change.ts';
import { shopClock } from '../format/shop-clock.ts';
import { orderTexts } from './texts.ts';
import { usePaymentName } from './use-payment-name.ts';

interface OrderConflictProps {
  change: OrderChange;
  seen: Seen;
  theirs: Seen;
  changes: readonly RecordChange[];
  takeTheirs: () => void;
  writeMine: () => void;
}

/**
 * Shows my change and another user's conflicting change side by side. The user can keep the other change or write their own.
 */
export function OrderConflict({ change, seen, theirs, changes, takeTheirs, writeMine }: OrderConflictProps) {
  const t = useTexts(orderTexts);
  const rows = compareChange(seen.order, change, theirs.order);
  const named = changes.map((each) => ({
    ...each,
    by: authorName(each.by, theirs.order),
    // A status change alters `history` as well as `status`, so list it only once.
    fields: each.fields.filter((field) => field !== 'history' || !each.fields.includes('status')),
  }));
  return (
    <ConflictAlert
      conflict={{ mine: change, theirs: named, etag: theirs.etag }}
      mine={<ConflictTable rows={rows} seen={seen} theirs={theirs} />}
      nameField={(field) => {
        const text = loggedFieldTexts.get(field);
        return text === undefined ? field : t(text);
      }}
    >
      <Group gap="sm">
        <Button onClick={takeTheirs}>{t('takeTheirs')}</Button>
        <Button variant="default" onClick={writeMine}>
          {t('writeMine')}
        </Button>
      </Group>
    </ConflictAlert>
  );
}

function ConflictTable({ rows, seen, theirs }: { rows: readonly ComparedRow[]; seen: Seen; theirs: Seen }) {
  const t = useTexts(orderTexts);
  const nameOf = useFieldName();
  const valueOf = useValue([seen, theirs]);
  return (
    <div className="order-conflict-table" role="region" aria-label={t('conflictTable')} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {(['field', 'before', 'mine', 'theirs'] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} data-contested={isContested(row)}>
              <th scope="row">
                {nameOf(row.field)}
                {isContested(row) && ` (${t('bothWrote')})`}
              </th>
              <td>
                <bdi>{row.field.of === 'new-line' ? '' : valueOf(row.field, row.before)}</bdi>
              </td>
              <td>
                <bdi>{'mine' in row ? valueOf(row.field, row.mine) : ''}</bdi>
              </td>
              <td>
                <bdi>{'theirs' in row ? valueOf(row.field, row.theirs) : ''}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function useFieldName(): (field: ComparedField) => string {
  const t = useTexts(orderTexts);
  return (field) => {
    switch (field.of) {
      case 'order':
        return t(orderFieldTexts[field.name]);
      case 'line':
        return t('lineField', { product: field.product.name, field: t(lineFieldTexts[field.name]) });
      case 'new-line':
        return t('lineField', { product: field.product, field: t('amount') });
    }
  };
}

const moneyFields: ReadonlySet<string> = new Set([
  'main_price',
  'discount_amount',
  'tax_amount',
  'total',
  'manufacturing_price',
]);

/** Formats a value: a status by its name, money with its currency, an address by its street. */
function useValue(versions: readonly Seen[]): (field: ComparedField, value: ComparedValue) => string {
  const t = useTexts(orderTexts);
  const words = useTexts(partTexts);
  const paymentName = usePaymentName();
  const { money, number } = useFormat();
  const { time_zone: timeZone } = useSession();
  const orders = versions.map(({ order }) => order);
  return (field, value) => {
    if (value === undefined) return t('gone');
    if (value === null || value === '') return t('empty');
    const name = field.of === 'new-line' ? 'amount' : field.name;
    if (typeof value === 'number' && moneyFields.has(name)) return money(value);
    if (name === 'status') {
      const state = orders
        .flatMap(({ status, next_statuses: next }) => [status, ...next])
        .find((each) => each === value);
      return state === undefined ? String(value) : words(state);
    }
    if (name === 'payment_method') return paymentName(Number(value));
    if (name === 'estimated_arrive_time') return arrival(String(value), timeZone);
    if (name === 'user_id') return orders.find(({ user_id: id }) => id === value)?.user.name ?? String(value);
    if (name === 'address_id')
      return orders.find(({ address_id: id }) => id === value)?.address.line1 ?? String(value);
    return typeof value === 'number' ? number(value) : value;
  };
}

/** The other user's value is in UTC. Mine is in the shop's time zone, as I typed it. */
function arrival(value: string, timeZone: string): string {
  return (value.endsWith('Z') ? shopClock(value, timeZone) : value).replace('T', ' ');
}
