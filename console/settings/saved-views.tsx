import { Alert, Anchor, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { savedViewsRead, savedViewsUpdate, type SavedView } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { settingsTexts } from './texts.ts';
import { viewAddress } from './view-address.ts';

type Asked = { what: 'rename' | 'delete'; index: number } | undefined;

/** The user's own saved views. Saving replaces the whole list, so it sends the ETag of the loaded list. */
export function SavedViews() {
  const t = useTexts(settingsTexts);
  const mayWrite = useMayWrite();
  const [asked, ask] = useState<Asked>();
  const { record, etag, problem, refresh } = useRecord(['saved-views'], (client, options) =>
    savedViewsRead({ client, ...options }),
  );
  const save = useWrite(
    (client, views: SavedView[], headers) => savedViewsUpdate({ client, headers, body: { views } }),
    { touches: [['saved-views']], done: () => ask(undefined) },
  );
  const views = record?.views ?? [];
  const columns = useColumns(
    mayWrite
      ? (next) => {
          save.clear();
          ask(next);
        }
      : undefined,
  );
  const chosen = asked === undefined ? undefined : views[asked.index];
  const replace = (changed: SavedView[]) => void save.run(changed, { etag });
  const close = () => ask(undefined);
  const meanwhile = save.conflict !== undefined && (
    <Alert role="alert" color="orange" className="problem-alert">
      {t('changedMeanwhile')}
    </Alert>
  );
  return (
    <Card withBorder component="section" aria-labelledby="views">
      <Stack>
        <Title order={2} size="h4" id="views">
          {t('views')}
        </Title>
        <ProblemAlert problem={problem} retry={() => void refresh()} />
        {record === undefined && problem === undefined && <Loader size="sm" aria-label={t('views')} />}
        {record !== undefined && views.length === 0 && <Text>{t('noViews')}</Text>}
        {views.length > 0 && (
          <DataTable
            caption={t('views')}
            columns={columns}
            rows={views.map((view, index) => ({ ...view, index }))}
            idOf={({ index }) => index}
            nameOf={({ name }) => name}
          />
        )}
      </Stack>
      {asked?.what === 'rename' && chosen !== undefined && (
        <RenameDialog
          close={close}
          save={save}
          meanwhile={meanwhile}
          name={chosen.name}
          index={asked.index}
          taken={views.filter((each) => each !== chosen && each.list === chosen.list).map(({ name }) => name)}
          rename={(name) => replace(views.with(asked.index, { ...chosen, name }))}
        />
      )}
      {asked?.what === 'delete' && chosen !== undefined && (
        <ConfirmDialog
          opened
          close={close}
          title={t('deleteAsked', { name: chosen.name })}
          verb={t('delete')}
          confirm={() => replace(views.toSpliced(asked.index, 1))}
          isPending={save.isPending}
          isDangerous
          problem={save.problem}
        >
          {meanwhile}
        </ConfirmDialog>
      )}
    </Card>
  );
}

type Row = SavedView & { index: number };

function useColumns(ask: ((asked: Asked) => void) | undefined): Column<Row>[] {
  const t = useTexts(settingsTexts);
  const columns: Column<Row>[] = [
    {
      key: 'name',
      title: t('viewName'),
      cell: (view) => {
        const address = viewAddress(view);
        if (address === undefined) return <Name>{view.name}</Name>;
        return (
          <Anchor component={Link} href={address}>
            <Name>{view.name}</Name>
          </Anchor>
        );
      },
    },
    { key: 'list', title: t('viewList'), cell: ({ list }) => t(list) },
  ];
  if (ask === undefined) return columns;
  const button = (what: 'rename' | 'delete', { name, index }: Row) => (
    <Button
      size="xs"
      variant={what === 'delete' ? 'outline' : 'default'}
      {...(what === 'delete' && { color: 'red' })}
      aria-label={t(what === 'delete' ? 'deleteOf' : 'renameOf', { name })}
      onClick={() => ask({ what, index })}
    >
      {t(what)}
    </Button>
  );
  const cell = (view: Row) => (
    <Group gap="xs">
      {button('rename', view)}
      {button('delete', view)}
    </Group>
  );
  return [...columns, { key: 'change', title: t('viewActions'), cell }];
}
