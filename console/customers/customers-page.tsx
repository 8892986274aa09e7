import { Anchor, Button, Stack } from '@mantine/core';
import { Link } from 'wouter';
import type { User } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { usePagedList } from '../data/use-paged-list.ts';
import type { Column } from '../parts/data-table.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { readCustomers } from '../parts/read-customers.ts';
import { Code, Moment, Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { customerTexts } from './texts.ts';

export default function CustomersPage() {
  const t = useTexts(customerTexts);
  const mayWrite = useMayWrite();
  const paged = usePagedList(['users'], useFilters(), readCustomers);
  const sorts = [
    { value: '-id', label: t('newestFirst') },
    { value: 'id', label: t('oldestFirst') },
    { value: 'name', label: t('byName') },
    { value: '-name', label: t('byNameBackwards') },
  ];
  return (
    <Stack>
      <PageTitle title={t('customers')}>
        <ExportButton query={paged.view.query} read={readCustomers} />
        {mayWrite && (
          <Button component={Link} href="/customers/new">
            {t('newCustomer')}
          </Button>
        )}
      </PageTitle>
      <ListPage
        {...paged}
        searchHint={t('searchHint')}
        sorts={sorts}
        caption={t('customers')}
        empty={t('noCustomers')}
        columns={useColumns()}
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
    {
      key: 'name',
      title: t('name'),
      sort: 'name',
      isPlain: true,
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/customers/${id}`}>
          <Name>{name}</Name>
        </Anchor>
      ),
    },
    {
      key: 'phone',
      title: t('phone'),
      isPlain: true,
      cell: ({ phone }) => (phone === null ? '—' : <Code>{phone}</Code>),
    },
    { key: 'email', title: t('email'), isPlain: true, cell: ({ email }) => <Code>{email}</Code> },
    { key: 'id', title: t('number'), isFigure: true, cell: ({ id }) => <Code>{id}</Code> },
    {
      key: 'since',
      title: t('since'),
      sort: 'id',
      cell: ({ created_at: at }) => <Moment at={at} style="day" />,
    },
  ];
}
