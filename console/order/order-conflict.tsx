import { Button, Group } from '@mantine/core';
import type { RecordChange } from '#clients/typescript/src/main.ts';
import { isOrderField, orderField } from '../data/order-fields.ts';
import { useSession } from '../data/session.tsx';
import { useAddresses } from '../data/use-addresses.ts';
import { useAuthorName } from '../parts/author.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { useFieldValue } from '../parts/use-change-text.ts';
import { useTexts } from '../texts/language.tsx';
import {
  compareChange,
  isContested,
  type ComparedField,
  type ComparedRow,
  type ComparedValue,
} from './compare-change.ts';
import type { OrderChange, Seen } from './order-change.ts';
import { orderTexts } from './texts.ts';
import { useOrderField } from './use-order-field.ts';

interface OrderConflictProps {
  change: OrderChange;
  seen: Seen;
  theirs: Seen;
  changes: readonly RecordChange[];
  takeTheirs: () => void;
  writeMine: (theirs: Seen) => void;
}

/** Shows both users' changes side by side. The user can keep the other user's change or write their own. */
export function OrderConflict({ change, seen, theirs, changes, takeTheirs, writeMine }: OrderConflictProps) {
  const t = useTexts(orderTexts);
  const nameOf = useOrderField();
  const authorName = useAuthorName();
  const { time_zone: timeZone } = useSession();
  const rows = compareChange(seen.order, change, theirs.order, timeZone);
  const named = changes.map((each) => ({
    ...each,
    by: authorName(each.by, theirs.order.user),
    // A status change changes both `history` and `status`. So list only `status`.
    fields: each.fields.filter((field) => field !== 'history' || !each.fields.includes('status')),
  }));
  return (
    <ConflictAlert
      conflict={{ mine: change, theirs: named, etag: theirs.etag }}
      mine={<ConflictTable rows={rows} seen={seen} theirs={theirs} />}
      nameField={(field) => {
        if (field === 'items') return t('items');
        if (field === 'history') return t('history');
        return nameOf({ field: wholes.get(field) ?? field });
      }}
    >
      <Group gap="sm">
        <Button onClick={takeTheirs}>{t('takeTheirs')}</Button>
        <Button variant="default" onClick={() => writeMine(theirs)}>
          {t('writeMine')}
        </Button>
      </Group>
    </ConflictAlert>
  );
}

/** Names that the API's list of changes uses for a whole customer or a whole address. */
const wholes: ReadonlyMap<string, string> = new Map([
  ['user', 'user_id'],
  ['address', 'address_id'],
]);

function ConflictTable({ rows, seen, theirs }: { rows: readonly ComparedRow[]; seen: Seen; theirs: Seen }) {
  const t = useTexts(orderTexts);
  const nameOf = useCellName(rows);
  const valueOf = useValue(seen, theirs);
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

function useCellName(rows: readonly ComparedRow[]): (field: ComparedField) => string {
  const t = useTexts(orderTexts);
  const lines = rows.flatMap(({ field }) =>
    field.of === 'line' ? [[field.line, field.product.name] as const] : [],
  );
  const nameOf = useOrderField(new Map(lines));
  return (field) => {
    if (field.of === 'new-line') return t('lineField', { product: field.product, field: t('amount') });
    return nameOf({ field: field.name, ...(field.of === 'line' && { item: field.line }) });
  };
}

function useValue(seen: Seen, theirs: Seen): (field: ComparedField, value: ComparedValue) => string {
  const t = useTexts(orderTexts);
  const valueOf = useFieldValue();
  const orders = [seen.order, theirs.order];
  // Neither version of the order contains an address that only my change has. The details form has read this list.
  const { rows } = useAddresses(seen.order.user_id);
  const addresses = [...orders.map(({ address }) => address), ...rows];
  return (field, value) => {
    if (value === undefined) return t('gone');
    const name = field.of === 'new-line' ? 'amount' : field.name;
    if (value === null || value === '') return valueOf(name, value);
    if (isOrderField(name) && orderField(name).kind === 'moment') return String(value).replace('T', ' ');
    if (name === 'user_id') return orders.find(({ user_id: id }) => id === value)?.user.name ?? String(value);
    if (name === 'address_id') return addresses.find(({ id }) => id === value)?.line1 ?? String(value);
    return valueOf(name, value);
  };
}
