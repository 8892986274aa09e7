import { Anchor, Button, Group, Stack } from '@mantine/core';
import { Link } from 'wouter';
import { usersList, type User } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { usePagedList } from '../data/use-paged-list.ts';
import type { Column } from '../parts/data-table.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { FilterForm, SetFilters, type FilterField } from '../parts/filter-form.tsx';
import { ListRows } from '../parts/list-rows.tsx';
import { listTexts } from '../parts/list-texts.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SortChoice } from '../parts/sort-choice.tsx';
import { Code, Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

const filterNames = ['name', 'email', 'phone', 'created_at'] as const;
const pageTexts = { ...customerTexts, ...listTexts };

/** The list of customers. */
export default function CustomersPage() {
  const t = useTexts(pageTexts);
  const mayWrite = useMayWrite();
  const { view, list } = usePagedList(['users'], filterNames, (client, query, options) =>
    usersList({ client, query, ...options }),
  );
  const fields = useFilters();
  const columns = useColumns();
  const sorts = [
    { value: '-id', label: t('newestFirst') },
    { value: 'id', label: t('oldestFirst') },
    { value: 'name', label: t('byName') },
  ];
  return (
    <Stack>
      <PageTitle title={t('title')}>
        <ExportButton
          read={(client, file, options) =>
            usersList({ client, query: { ...view.query, ...file }, ...options })
          }
        />
        {mayWrite && (
          <Button component={Link} href="/customers/new">
            {t('newCustomer')}
          </Button>
        )}
      </PageTitle>
      <Group>
        <SearchField view={view} placeholder={t('searchHint')} />
        <FilterForm view={view} fields={fields} />
        <SortChoice view={view} choices={sorts} />
      </Group>
      <SetFilters view={view} fields={fields} />
      <ListRows
        list={list}
        view={view}
        fields={fields}
        caption={t('title')}
        empty={t('noCustomers')}
        columns={columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
      />
    </Stack>
  );
}

function useFilters(): FilterField[] {
  const t = useTexts(customerTexts);
  return [
    { name: 'name', label: t('name'), kind: 'text' },
    { name: 'email', label: t('email'), kind: 'text' },
    { name: 'phone', label: t('phone'), kind: 'text' },
    { name: 'created_at', label: t('sinceDay'), kind: 'day' },
  ];
}

function useColumns(): Column<User>[] {
  const t = useTexts(customerTexts);
  return [
    { key: 'id', title: t('id'), cell: ({ id }) => <Code>{id}</Code> },
    {
      key: 'name',
      title: t('name'),
      isPlain: true,
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/customers/${id}`}>
          <Name>{name}</Name>
        </Anchor>
      ),
    },
    { key: 'email', title: t('email'), isPlain: true, cell: ({ email }) => <Code>{email}</Code> },
    {
      key: 'phone',
      title: t('phone'),
      isPlain: true,
      cell: ({ phone }) => (phone === null ? '—' : <Code>{phone}</Code>),
    },
    { key: 'since', title: t('since'), cell: ({ created_at: at }) => <Moment at={at} style="day" /> },
  ];
}
