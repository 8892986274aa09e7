import { Button, Group, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useParams } from 'wouter';
import { useMayWrite } from '../data/session.tsx';
import { usePagedList } from '../data/use-paged-list.ts';
import { useSelection } from '../data/use-selection.ts';
import { useWholeSelection } from '../data/use-whole-selection.ts';
import { ExportButton } from '../parts/export-button.tsx';
import { FilterForm, SetFilters, type FilterField } from '../parts/filter-form.tsx';
import { ListRows } from '../parts/list-rows.tsx';
import { listTexts } from '../parts/list-texts.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SortChoice } from '../parts/sort-choice.tsx';
import { useTexts } from '../texts/language.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { selectionOf } from './catalogue-selection.ts';
import { KindTabs } from './kind-tabs.tsx';
import { kindOf, type CatalogueKind } from './kinds.ts';
import { catalogueTexts } from './texts.ts';
import { UnknownRecord } from './unknown-record.tsx';
import { useColumns } from './use-columns.tsx';

const filterNames = ['is_active', 'name', 'description', 'price', 'created_at'] as const;
const perPage = 20;

/** The list of products or of subscriptions, chosen by the URL. */
export default function CataloguePage() {
  const kind = kindOf(useParams()['kind']);
  return kind === undefined ? (
    <UnknownRecord kind={undefined} />
  ) : (
    <CatalogueList key={kind.name} kind={kind} />
  );
}

function CatalogueList({ kind }: { kind: CatalogueKind }) {
  const t = useTexts(catalogueTexts);
  const mayWrite = useMayWrite();
  const { view, list } = usePagedList([kind.name], filterNames, kind.list, { perPage });
  const columns = useColumns(kind, list.rows);
  const fields = useFilters();
  const found = selectionOf(view.query);
  const selection = useSelection(list.rows.map(({ id }) => id));
  const whole = useWholeSelection(JSON.stringify(found), list, selection.ids.size);
  const { keep } = list;
  const isSelected = selection.ids.size > 0;
  useEffect(() => keep(isSelected), [keep, isSelected]);
  const isProducts = kind.name === 'products';
  return (
    <Stack>
      <PageTitle title={t(kind.name)}>
        <ExportButton
          read={(client, file, options) => kind.file(client, { ...view.query, ...file }, options)}
        />
        {mayWrite && (
          <Button component={Link} href={`/catalogue/${kind.name}/new`}>
            {t(isProducts ? 'newProduct' : 'newSubscription')}
          </Button>
        )}
      </PageTitle>
      <KindTabs current={kind.name} />
      <Group>
        <SearchField view={view} placeholder={t('searchHint')} />
        <FilterForm view={view} fields={fields} />
        <SortChoice view={view} choices={useSorts()} />
      </Group>
      <SetFilters view={view} fields={fields} />
      {mayWrite && <BulkBar kind={kind} rows={list.rows} selection={selection} whole={whole} found={found} />}
      <ListRows
        list={list}
        view={view}
        fields={fields}
        columns={columns}
        caption={t(kind.name)}
        empty={t(isProducts ? 'noProducts' : 'noSubscriptions')}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        {...(mayWrite && { selection })}
      />
    </Stack>
  );
}

function useFilters(): FilterField[] {
  const t = useTexts(catalogueTexts);
  const activities = [
    { value: 'true', label: t('active') },
    { value: 'false', label: t('inactive') },
  ];
  return [
    { name: 'is_active', label: t('activity'), kind: 'choice', choices: activities },
    { name: 'name', label: t('name'), kind: 'text' },
    { name: 'description', label: t('description'), kind: 'text' },
    { name: 'price', label: t('price'), kind: 'number' },
    { name: 'created_at', label: t('createdOn'), kind: 'day' },
  ];
}

function useSorts(): { value: string; label: string }[] {
  const t = useTexts({ ...catalogueTexts, ...listTexts });
  return [
    { value: '-id', label: t('newestFirst') },
    { value: 'id', label: t('oldestFirst') },
    { value: 'price', label: t('priceLowest') },
    { value: '-price', label: t('priceHighest') },
    { value: 'name', label: t('byName') },
  ];
}
