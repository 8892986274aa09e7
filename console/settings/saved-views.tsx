import { Alert, Anchor, Button, Group, Text, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { SavedView } from '#clients/typescript/src/main.ts';
import { listPages } from '../data/list-pages.ts';
import { useMayWrite } from '../data/session.tsx';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useSavedViews } from '../data/use-saved-views.ts';
import type { WriteState } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { resourceTexts } from '../parts/operation-texts.ts';
import { ownDirection } from '../parts/own-direction.ts';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { settingsTexts } from './texts.ts';

/** Identifies a view by its name and list, because its position may change while the dialog is open. */
type Asked = ({ what: 'rename' | 'delete' } & Pick<SavedView, 'name' | 'list'>) | undefined;

export function SavedViews() {
  const t = useTexts(settingsTexts);
  const mayWrite = useMayWrite();
  const [asked, ask] = useState<Asked>();
  const close = () => ask(undefined);
  const { read, save, replace } = useSavedViews(useUnseenFailure(t('saveViews')));
  const views = read.record?.views ?? [];
  const begin = (next: Asked) => {
    save.clear();
    ask(next);
  };
  // If the dialog was closed meanwhile and the change failed, opens the dialog again to show the problem. If another dialog was
  // opened meanwhile and the change was made, the other dialog stays open.
  const change = async (changed: SavedView[]) => {
    const isMade = (await replace(changed)) !== undefined;
    ask((now) => (!isMade ? asked : now === asked ? undefined : now));
  };
  const columns = useColumns(mayWrite ? begin : undefined);
  const index = views.findIndex(({ name, list }) => name === asked?.name && list === asked.list);
  const chosen = views[index];
  const meanwhile = save.conflict !== undefined && <Alert color="orange">{t('viewsChanged')}</Alert>;
  return (
    <Section title={t('views')}>
      <LoadState of={read} label={t('views')} size="sm" />
      {read.record !== undefined && views.length === 0 && <Text>{t('noViews')}</Text>}
      {views.length > 0 && (
        <DataTable caption={t('views')} columns={columns} rows={views} idOf={(view) => views.indexOf(view)} />
      )}
      {/* Another window deleted the view, so its dialog is closed. */}
      {asked !== undefined && chosen === undefined && meanwhile}
      {asked?.what === 'rename' && chosen !== undefined && (
        <RenameDialog
          close={close}
          save={save}
          meanwhile={meanwhile}
          name={chosen.name}
          index={index}
          taken={views.filter((each) => each !== chosen && each.list === chosen.list).map(({ name }) => name)}
          rename={(name) => void change(views.with(index, { ...chosen, name }))}
        />
      )}
      {asked?.what === 'delete' && chosen !== undefined && (
        <ConfirmDialog
          close={close}
          title={t('deleteAsked', { name: chosen.name })}
          verb={t('delete')}
          confirm={() => void change(views.toSpliced(index, 1))}
          write={save}
          isDangerous
        >
          {meanwhile}
        </ConfirmDialog>
      )}
    </Section>
  );
}

interface RenameDialogProps {
  name: string;
  index: number;
  close: () => void;
  rename: (name: string) => void;
  taken: readonly string[];
  save: Pick<WriteState<never, unknown>, 'isPending' | 'problem'>;
  meanwhile: ReactNode;
}

function RenameDialog({ name, index, close, rename, taken, save, meanwhile }: RenameDialogProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(settingsTexts);
  const [typed, setTyped] = useState(name);
  const isTaken = taken.includes(typed.trim());
  const wrong = isTaken ? t('viewTaken') : problemAt(save.problem, `views.${index}.name`);
  return (
    <ConfirmDialog
      close={close}
      title={t('renameOf', { name })}
      verb={t('rename')}
      confirm={() => {
        if (!isTaken) rename(typed);
      }}
      write={wrong === undefined ? save : { isPending: save.isPending }}
    >
      <TextInput
        label={t('name')}
        value={typed}
        error={wrong}
        attributes={ownDirection}
        autoComplete="off"
        data-autofocus
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      {meanwhile}
    </ConfirmDialog>
  );
}

function useColumns(ask: ((asked: Asked) => void) | undefined): Column<SavedView>[] {
  const t = useTexts(settingsTexts);
  const resource = useTexts(resourceTexts);
  const columns: Column<SavedView>[] = [
    {
      key: 'name',
      title: t('name'),
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
    { key: 'list', title: t('viewList'), cell: ({ list }) => resource(list) },
  ];
  if (ask === undefined) return columns;
  const button = (what: 'rename' | 'delete', { name, list }: SavedView) => (
    <Button
      size="xs"
      variant={what === 'delete' ? 'outline' : 'default'}
      {...(what === 'delete' && { color: 'red' })}
      aria-label={t(what === 'delete' ? 'deleteOf' : 'renameOf', { name })}
      onClick={() => ask({ what, name, list })}
    >
      {t(what)}
    </Button>
  );
  const cell = (view: SavedView) => (
    <Group gap="xs">
      {button('rename', view)}
      {button('delete', view)}
    </Group>
  );
  return [...columns, { key: 'change', title: t('viewActions'), cell }];
}

/** The URL of a saved view. Undefined if the view's list has no page in the console. */
function viewAddress({ list, query }: Pick<SavedView, 'list' | 'query'>): string | undefined {
  const page = listPages[list];
  return page === undefined || query === null ? page : `${page}?${query}`;
}
