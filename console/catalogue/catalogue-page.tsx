import { Button, Stack } from '@mantine/core';
import { useEffect } from 'react';
import { Link, useParams } from 'wouter';
import { useMayWrite } from '../data/session.tsx';
import { usePagedList } from '../data/use-paged-list.ts';
import { useSelection } from '../data/use-selection.ts';
import { ExportButton } from '../parts/export-button.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import { CatalogueActions } from './catalogue-actions.tsx';
import { selectionOf } from './catalogue-selection.ts';
import { kindOf, kinds, type CatalogueKind, type KindName } from './kinds.ts';
import { catalogueTexts } from './texts.ts';
import { UnknownRecord } from './unknown-record.tsx';
import { useColumns } from './use-columns.tsx';
import '../parts/status-tabs.css';

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
  const paged = usePagedList([kind.name], useFilters(kind), kind.list);
  const { list, view } = paged;
  const found = selectionOf(view.query);
  const selection = useSelection(list, JSON.stringify(view.query));
  const { keep } = list;
  const isSelected = selection.ids.size > 0;
  useEffect(() => keep(isSelected), [keep, isSelected]);
  const isProducts = kind.name === 'products';
  return (
    <Stack>
      <PageTitle title={t(kind.name)}>
        <ExportButton query={view.query} read={kind.file} />
        {mayWrite && (
          <Button component={Link} href={`/catalogue/${kind.name}/new`}>
            {t(isProducts ? 'newProduct' : 'newSubscription')}
          </Button>
        )}
      </PageTitle>
      <KindTabs current={kind.name} />
      <ListPage
        {...paged}
        searchHint={t(isProducts ? 'productSearchHint' : 'searchHint')}
        sorts={useSorts()}
        columns={useColumns(kind, list.rows)}
        caption={t(kind.name)}
        empty={t(isProducts ? 'noProducts' : 'noSubscriptions')}
        selection={mayWrite ? { ...selection, nameOf: ({ name }) => name } : undefined}
      >
        {mayWrite && <CatalogueActions kind={kind} rows={list.rows} selection={selection} found={found} />}
      </ListPage>
    </Stack>
  );
}

function KindTabs({ current }: { current: KindName }) {
  const t = useTexts(catalogueTexts);
  return (
    <nav className="status-tabs" aria-label={t('lists')}>
      {kinds.map(({ name }) => (
        <Link
          key={name}
          href={`/catalogue/${name}`}
          {...(name === current && { 'aria-current': 'page' as const })}
        >
          {t(name)}
        </Link>
      ))}
    </nav>
  );
}

function useFilters({ isStocked }: CatalogueKind): FilterField[] {
  const t = useTexts(catalogueTexts);
  const activities = [
    { value: 'true', label: t('active') },
    { value: 'false', label: t('inactive') },
  ];
  return [
    { name: 'is_active', label: t('status'), kind: 'choice', choices: activities },
    { name: 'name', label: t('name'), kind: 'text' },
    { name: 'description', label: t('description'), kind: 'text' },
    ...(isStocked
      ? [
          { name: 'sku', label: t('sku'), kind: 'text' as const },
          { name: 'external_id', label: t('externalId'), kind: 'text' as const },
        ]
      : []),
    { name: 'price', label: t('price'), kind: 'number' },
    { name: 'created_at', label: t('createdOn'), kind: 'day' },
  ];
}

function useSorts(): { value: string; label: string }[] {
  const t = useTexts(catalogueTexts);
  return [
    { value: '-id', label: t('newestFirst') },
    { value: 'id', label: t('oldestFirst') },
    { value: 'price', label: t('priceLowest') },
    { value: '-price', label: t('priceHighest') },
    { value: 'name', label: t('byName') },
  ];
}
