import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { orderField, orderFieldTexts } from '../data/order-fields.ts';
import { typedNumber } from '../format/typed-number.ts';
import { later } from '../parts/later.tsx';
import { orderStates, paymentStatuses } from '../parts/order-words.ts';
import { PopoverButton } from '../parts/popover-button.tsx';
import { submits } from '../parts/submits.ts';
import { partTexts } from '../parts/texts.ts';
import { usePaymentOptions } from '../parts/use-payment-name.ts';
import { useTexts } from '../texts/language.tsx';
import { otherFilters, type FilterName, type OrderFilters } from './order-view.ts';
import { ordersTexts } from './texts.ts';

const RecordFilters = later(() => import('./record-filters.tsx'));

interface OrderFiltersProps {
  filters: OrderFilters;
  apply: (filters: OrderFilters) => void;
}

interface Typed {
  currentTarget: { value: string };
}

const notFullyPaid = 'unpaid,authorised,part_paid';

/** Active filters also appear as chips above the list. */
export function OrderFiltersButton({ filters, apply }: OrderFiltersProps) {
  const t = useTexts(ordersTexts);
  return (
    <PopoverButton label={t('filters')} icon="filter" position="bottom-start" maw="90vw">
      {(close) => (
        <FilterForm
          filters={filters}
          apply={(chosen) => {
            close();
            apply(chosen);
          }}
        />
      )}
    </PopoverButton>
  );
}

function FilterForm({ filters, apply }: OrderFiltersProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const [draft, setDraft] = useState(filters);
  const set = (change: OrderFilters) => setDraft({ ...draft, ...change });
  const input = (name: FilterName) => ({
    value: draft[name] ?? '',
    onChange: ({ currentTarget: { value } }: Typed) => set({ [name]: value }),
  });
  return (
    <form onSubmit={submits(() => apply(withAsciiNumbers(draft)))}>
      <Stack gap="sm">
        <StateFilter value={draft.status ?? ''} change={(status) => set({ status })} />
        <NativeSelect
          label={t('paymentStatus')}
          {...input('payment_status')}
          data={[
            { value: '', label: t('anyPaymentStatus') },
            { value: notFullyPaid, label: t('notFullyPaid') },
            ...paymentStatuses.map((status) => ({ value: status, label: tPart(`payment_${status}`) })),
          ]}
        />
        <NativeSelect
          label={t('paymentMethod')}
          {...input('payment_method')}
          data={[{ value: '', label: t('anyPayment') }, ...usePaymentOptions()]}
        />
        <RangeFilters draft={draft} set={set} />
        <TextInput type="date" label={t('updatedOn')} {...input('updated_at')} />
        <RecordFilters draft={draft} set={set} />
        <TextFilters draft={draft} set={set} />
        <Group justify="space-between">
          <Button variant="default" onClick={() => apply({})}>
            {t('clearFilters')}
          </Button>
          <Button type="submit">{t('applyFilters')}</Button>
        </Group>
      </Stack>
    </form>
  );
}

const numberFilters = [
  'total.from',
  'total.to',
  ...otherFilters.filter((name) => orderField(name).kind === 'number'),
] as const;

/** Converts typed numbers to ASCII digits, because the API reads no other digits. */
function withAsciiNumbers(filters: OrderFilters): OrderFilters {
  const numbers = numberFilters.flatMap((name) => {
    const text = filters[name];
    return text === undefined ? [] : [[name, String(typedNumber(text))] as const];
  });
  return { ...filters, ...Object.fromEntries(numbers) };
}

interface DraftProps {
  draft: OrderFilters;
  set: (change: OrderFilters) => void;
}

function RangeFilters({ draft, set }: DraftProps) {
  const t = useTexts(ordersTexts);
  const { created_at: day = '' } = draft;
  const days = { from: draft['created_at.from'] ?? day, to: draft['created_at.to'] ?? day };
  const setDays = ({ from, to }: typeof days) =>
    set({ created_at: '', 'created_at.from': from, 'created_at.to': to });
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="sm">
      {(['from', 'to'] as const).map((end) => (
        <TextInput
          key={end}
          type="date"
          label={t(end === 'from' ? 'createdFrom' : 'createdTo')}
          value={days[end]}
          onChange={(event) => setDays({ ...days, [end]: event.currentTarget.value })}
        />
      ))}
      {(['total.from', 'total.to'] as const).map((name) => (
        <TextInput
          key={name}
          label={t(name === 'total.from' ? 'totalFrom' : 'totalTo')}
          dir="ltr"
          inputMode="decimal"
          value={draft[name] ?? ''}
          onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
        />
      ))}
    </SimpleGrid>
  );
}

function TextFilters({ draft, set }: DraftProps) {
  const tField = useTexts(orderFieldTexts);
  return (
    <Group gap="sm" grow>
      {(['order_number', ...otherFilters] as const).map((name) => (
        <TextInput
          key={name}
          label={tField(name)}
          dir={orderField(name).kind === 'number' ? 'ltr' : 'auto'}
          inputMode={orderField(name).kind === 'number' ? 'numeric' : 'text'}
          value={draft[name] ?? ''}
          onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
        />
      ))}
    </Group>
  );
}

/**
 * Filters by state. In the API, `0` means all rejected, cancelled and returned orders, and `1` means all others (the live
 * orders).
 */
function StateFilter({ value, change }: { value: string; change: (status: string) => void }) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const chosen = value === '' ? [] : value.split(',');
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {[['', t('anyState')] as const, ['1', t('live')] as const, ['0', t('unsuccessful')] as const].map(
          ([status, label]) => (
            <Button
              key={status}
              size="xs"
              variant={value === status ? 'filled' : 'default'}
              aria-pressed={value === status}
              onClick={() => change(status)}
            >
              {label}
            </Button>
          ),
        )}
      </Group>
      <Checkbox.Group
        label={t('state')}
        value={chosen}
        onChange={(states) => change(orderStates.filter((state) => states.includes(state)).join())}
      >
        <Group gap="sm">
          {orderStates.map((state) => (
            <Checkbox key={state} value={state} label={tPart(state)} />
          ))}
        </Group>
      </Checkbox.Group>
    </Stack>
  );
}
