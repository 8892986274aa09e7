import { Button, Checkbox, Group, NativeSelect, Popover, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { orderStates, paymentMethods } from '../parts/order-words.ts';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import type { OrderFilters } from './order-view.ts';
import { ordersTexts } from './texts.ts';

interface OrderFiltersProps {
  filters: OrderFilters;
  apply: (filters: OrderFilters) => void;
}

/** Every filter that the list takes, behind one button. What is chosen stands as a chip above the list. */
export function OrderFiltersButton({ filters, apply }: OrderFiltersProps) {
  const t = useTexts(ordersTexts);
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          {t('filters')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filters')} maw="90vw">
        <FilterForm
          filters={filters}
          apply={(chosen) => {
            setOpened(false);
            apply(chosen);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function FilterForm({ filters, apply }: OrderFiltersProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const [draft, setDraft] = useState(filters);
  const set = (change: OrderFilters) => setDraft({ ...draft, ...change });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply(draft);
      }}
    >
      <Stack gap="sm">
        <StateFilter value={draft.status ?? ''} change={(status) => set({ status })} />
        <NativeSelect
          label={t('payment')}
          value={draft.payment_method ?? ''}
          onChange={(event) => set({ payment_method: event.currentTarget.value })}
          data={[
            { value: '', label: t('anyPayment') },
            ...[...paymentMethods].map(([method, key]) => ({ value: String(method), label: tPart(key) })),
          ]}
        />
        <Group gap="sm" grow>
          {(['created_at', 'updated_at'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              label={name === 'created_at' ? t('createdOn') : t('updatedOn')}
              value={draft[name] ?? ''}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
        </Group>
        <NumberFilters draft={draft} set={set} />
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

function NumberFilters({ draft, set }: { draft: OrderFilters; set: (change: OrderFilters) => void }) {
  const t = useTexts(ordersTexts);
  const labels = {
    order_number: t('orderNumber'),
    user_id: t('customerId'),
    address_id: t('addressId'),
  };
  return (
    <Group gap="sm" grow>
      {(['order_number', 'user_id', 'address_id'] as const).map((name) => (
        <TextInput
          key={name}
          label={labels[name]}
          dir="ltr"
          inputMode={name === 'order_number' ? 'text' : 'numeric'}
          value={draft[name] ?? ''}
          onChange={(event) => set({ [name]: event.currentTarget.value.trim() })}
        />
      ))}
    </Group>
  );
}

/** One or more states; `1` and `0` are the API's names for the live and the fallen ones. */
function StateFilter({ value, change }: { value: string; change: (status: string) => void }) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const chosen = value === '' ? [] : value.split(',');
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {[['', t('anyState')] as const, ['1', t('live')] as const, ['0', t('fallen')] as const].map(
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
