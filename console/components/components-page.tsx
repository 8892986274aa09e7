import {
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { StoreError } from '#clients/typescript/src/main.ts';
import { AddressLines } from '../parts/address-lines.tsx';
import { AmountField } from '../parts/amount-field.tsx';
import { tones } from '../parts/badge.tsx';
import { Columns } from '../parts/columns.tsx';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Facts } from '../parts/facts.tsx';
import { FigureInput } from '../parts/figure-input.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { Icon, iconNames } from '../parts/icon.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { orderStates, paymentStatuses } from '../parts/order-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { PaymentBadge } from '../parts/payment-badge.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { ReceiptRow } from '../parts/receipt-row.tsx';
import { ReturnBadge } from '../parts/return-badge.tsx';
import { returnStates } from '../parts/return-states.ts';
import { Section } from '../parts/section.tsx';
import { SelectionBar } from '../parts/selection-bar.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { StateBadge } from '../parts/state-badge.tsx';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Stepper } from '../parts/stepper.tsx';
import { partTexts } from '../parts/texts.ts';
import { useToast } from '../parts/toast.tsx';
import { Code, Moment, Money, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { componentTexts } from './texts.ts';
import './components.css';

/** For developers: every shared component in every state, in the language and theme of the console. No page links here. */
export default function ComponentsPage() {
  const t = useTexts(componentTexts);
  return (
    <Stack>
      <PageTitle title={t('title')} back={{ href: '/', label: t('goBack') }} />
      <Columns
        main={
          <>
            <Tokens />
            <Buttons />
            <Fields />
            <Tables />
          </>
        }
        side={
          <>
            <Badges />
            <Problems />
            <Receipt />
          </>
        }
      />
    </Stack>
  );
}

const sizes = ['xs', 'sm', 'md', 'lg', 'xl'];
const swatches = [
  ...['page-ground', 'card-ground', 'selected-ground'].map(
    (name) => [name, 'mantine-color-text', name] as const,
  ),
  ...tones.map((tone) => [tone, `tone-${tone}-text`, `tone-${tone}-ground`] as const),
];

function Tokens() {
  const t = useTexts(componentTexts);
  return (
    <>
      <Section title={t('colours')}>
        <Group gap="xs">
          {swatches.map(([name, text, ground]) => (
            <div
              key={name}
              className="swatch"
              style={{ color: `var(--${text})`, background: `var(--${ground})` }}
            >
              <Code>{name}</Code>
            </div>
          ))}
        </Group>
      </Section>
      <Section title={t('sizes')} gap="xs">
        {sizes.map((size) => (
          <Text key={size} size={size}>
            <Code>{size}</Code> · {t('title')} · <Money amount={1234.5} />
          </Text>
        ))}
      </Section>
      <Section title={t('icons')}>
        <Group>
          {iconNames.map((name) => (
            <Icon key={name} name={name} />
          ))}
        </Group>
      </Section>
    </>
  );
}

function Badges() {
  const t = useTexts(componentTexts);
  return (
    <Section title={t('badges')}>
      <Group gap="xs">
        {[
          ...orderStates.map((state) => <StateBadge key={state} state={state} />),
          ...paymentStatuses.map((status) => <PaymentBadge key={`paid ${status}`} status={status} />),
          ...returnStates.map((state) => <ReturnBadge key={`return ${state}`} state={state} />),
          <OperationBadge key="parked" status="parked" />,
        ]}
      </Group>
    </Section>
  );
}

function Buttons() {
  const t = useTexts(componentTexts);
  const toast = useToast();
  const confirm = () => Promise.resolve(true);
  return (
    <Section title={t('buttons')}>
      <Group>
        <Button>{t('main')}</Button>
        <Button variant="default">{t('second')}</Button>
        <Button variant="subtle">{t('quiet')}</Button>
        <Button loading>{t('running')}</Button>
        <Button disabled>{t('disabled')}</Button>
        <ConfirmButton title={t('question')} verb={t('delete')} confirm={confirm} write={idle} isDangerous />
        <Button variant="default" onClick={() => toast({ message: t('toasted'), undo: none })}>
          {t('toast')}
        </Button>
      </Group>
      <StatusTabs
        label={t('buttons')}
        current=""
        choose={none}
        tabs={[
          { value: '', label: t('all'), count: 12 },
          { value: 'other', label: t('second'), count: 3 },
        ]}
      />
    </Section>
  );
}

const none = () => undefined;
const idle = { isPending: false, problem: undefined, clear: none };
const nameOf = ({ name }: { name: string }) => name;
const picked = { ids: new Set([2]), isAll: false };

function Fields() {
  const t = useTexts(componentTexts);
  const [typed, type] = useState('12.50');
  return (
    <Section title={t('fields')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={t('field')} description={t('hint')} required />
        <FigureInput label={t('wrong')} value={typed} type={type} error={t('error')} />
        <NativeSelect label={t('choice')} data={[t('main'), t('second')]} />
        <TextInput label={t('disabled')} disabled defaultValue={t('field')} />
        <Stack>
          <Checkbox label={t('check')} defaultChecked />
          <Switch label={t('turned')} defaultChecked />
          <AmountField
            label={t('field')}
            lessLabel={t('less')}
            moreLabel={t('more')}
            value="2"
            change={none}
            step={none}
          />
        </Stack>
      </SimpleGrid>
    </Section>
  );
}

const at = '2026-11-28T08:00:00.000Z';
const rows = [
  { id: 1, name: 'Brass coffee pot', price: 34 },
  { id: 2, name: 'قهوة بالهيل', price: 8.5 },
  { id: 3, name: 'Alexandra Konstantinopoulou-Richardson', price: 1284.25 },
];
type Row = (typeof rows)[number];

function Tables() {
  const t = useTexts(componentTexts);
  const columns: Column<Row>[] = [
    { key: 'name', title: t('name'), sort: 'name', isPlain: true, cell: ({ name }) => <Name>{name}</Name> },
    {
      key: 'price',
      title: t('price'),
      sort: 'price',
      isFigure: true,
      cell: ({ price }) => <Money amount={price} />,
    },
    { key: 'at', title: t('day'), cell: () => <Moment at={at} /> },
  ];
  const table = { columns, rows, idOf: ({ id }: Row) => id, sort: '-price' };
  const selection = { ...picked, selectAll: none, toggle: none, toggleAll: none, clear: none, nameOf };
  return (
    <>
      <FilterChips chips={[{ key: 'a', label: t('name'), remove: none }]} />
      <DataTable {...table} caption={t('table')} selection={selection} current={0} sortBy={none} />
      <SelectionBar label={t('table')} selection={selection} selected={(count) => t('chosen', { count })}>
        <Button variant="default">{t('second')}</Button>
      </SelectionBar>
      <Section title={t('oldTable')}>
        <DataTable {...table} caption={t('oldTable')} isPrevious />
      </Section>
      <Section title={t('loading')}>
        <SkeletonRows />
      </Section>
      <Section title={t('noRows')}>
        <EmptyState title={t('noRows')}>
          <Button variant="default">{t('clearFilters')}</Button>
        </EmptyState>
      </Section>
    </>
  );
}

const theirs = [{ version: 2, by: 'admin:layla', at, fields: ['name'] }];
const conflict = { mine: 'x', etag: undefined, theirs };

function Problems() {
  const t = useTexts(componentTexts);
  const refused = new StoreError('conflict', t('refused'), { status: 409 });
  const fields = new StoreError('validation_failed', '', {
    status: 422,
    problem: { errors: { price: [t('error')] }, request_id: '27b5953e' },
  });
  return (
    <Section title={t('problems')}>
      <ProblemAlert problem={refused} retry={none} />
      <ProblemAlert problem={fields} labels={{ price: t('price') }} />
      <ConflictAlert conflict={conflict} mine={<Text>{t('mine')}</Text>} nameField={() => t('name')}>
        <Button variant="default">{t('second')}</Button>
      </ConflictAlert>
    </Section>
  );
}

const address = { label: 'Home', line1: 'Hill Road', line2: null, city: 'Amman', country: 'JO', phone: '07' };

function Receipt() {
  const t = useTexts(componentTexts);
  const tPart = useTexts(partTexts);
  const step = (key: 'pending' | 'confirmed' | 'shipped' | 'cancelled', isReached: boolean) => ({
    key,
    label: tPart(key),
    at: isReached ? at : undefined,
    isEnd: key === 'cancelled',
  });
  return (
    <Section title={t('receipt')}>
      <Stepper
        label={t('progress')}
        current="confirmed"
        steps={[step('pending', true), step('confirmed', true), step('shipped', false)]}
      />
      <Stepper
        label={t('ended')}
        current="cancelled"
        steps={[step('pending', true), step('cancelled', true)]}
      />
      <div className="order-receipt">
        <dl>
          <ReceiptRow name="goods" label={t('goods')} amount={1284.25} />
          <ReceiptRow name="total" label={t('total')} amount={1300} />
        </dl>
      </div>
      <Facts
        facts={[
          [t('name'), <Name key="name">{rows[0]?.name}</Name>],
          [t('day'), <Moment key="at" at={at} />],
        ]}
      />
      <AddressLines address={address} />
    </Section>
  );
}
