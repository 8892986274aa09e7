import { Button, CloseButton, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { savedViewsRead, savedViewsUpdate } from '#clients/typescript/src/main.ts';
import type { SavedView } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { partTexts } from '../parts/texts.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';

interface SavedViewsProps {
  /** Of what is shown now. */
  query: string;
  open: (query: string) => void;
}

/** Each member of staff has their own. */
export function SavedViews({ query, open }: SavedViewsProps) {
  const t = useTexts(ordersTexts);
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" onClick={() => setOpened(!opened)}>
          {t('views')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('views')}>
        <ViewList
          query={query}
          open={(chosen) => {
            setOpened(false);
            open(chosen);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

function ViewList({ query, open }: SavedViewsProps) {
  const t = useTexts(ordersTexts);
  const mayWrite = useMayWrite();
  const { record, etag, problem, replaceAll, saving } = useViews();
  const views = record?.views ?? [];
  const ofOrders = views.filter(({ list }) => list === 'orders');
  return (
    <Stack gap="xs" miw="16rem">
      {record !== undefined && ofOrders.length === 0 && <Text>{t('noViews')}</Text>}
      {ofOrders.map((view) => (
        <ViewRow
          key={view.name}
          name={view.name}
          open={() => open(view.query ?? '')}
          isPending={saving}
          {...(mayWrite && {
            remove: () =>
              void replaceAll(
                views.filter((each) => each !== view),
                etag,
              ),
          })}
        />
      ))}
      {mayWrite && (
        <NewView
          isPending={saving}
          save={(name) => {
            const others = views.filter((view) => view.list !== 'orders' || view.name !== name);
            return replaceAll(
              [...others, { name, list: 'orders', query: query === '' ? null : query }],
              etag,
            );
          }}
        />
      )}
      <ProblemAlert problem={problem} />
    </Stack>
  );
}

interface ViewRowProps {
  name: string;
  open: () => void;
  remove?: () => void;
  isPending: boolean;
}

/** Its removal is asked about in its own place: a window over the list would close the list. */
function ViewRow({ name, open, remove, isPending }: ViewRowProps) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const [isAsked, ask] = useState(false);
  if (isAsked)
    return (
      <Group role="group" aria-label={t('removeViewAsked', { name })} gap="xs">
        <Text className="grows">{t('removeViewAsked', { name })}</Text>
        <Button size="xs" color="red" loading={isPending} autoFocus onClick={remove}>
          {tPart('remove')}
        </Button>
        <Button size="xs" variant="default" onClick={() => ask(false)}>
          {tPart('goBack')}
        </Button>
      </Group>
    );
  return (
    <Group wrap="nowrap" gap="xs">
      <Button variant="subtle" className="grows" justify="flex-start" onClick={open}>
        <bdi>{name}</bdi>
      </Button>
      {remove !== undefined && (
        <CloseButton aria-label={t('removeView', { name })} onClick={() => ask(true)} />
      )}
    </Group>
  );
}

function useViews() {
  const views = useRecord(['saved-views'], (client, options) => savedViewsRead({ client, ...options }));
  const save = useWrite(
    (client, body: { views: SavedView[] }, headers) => savedViewsUpdate({ client, body, headers }),
    { touches: [['saved-views']] },
  );
  return {
    record: views.record,
    etag: views.etag,
    problem: views.problem ?? save.problem,
    saving: save.isPending,
    replaceAll: async (changed: SavedView[], etag: string | undefined) =>
      (await save.run({ views: changed }, { etag })) !== undefined,
  };
}

function NewView({ save, isPending }: { save: (name: string) => Promise<boolean>; isPending: boolean }) {
  const t = useTexts(ordersTexts);
  const tPart = useTexts(partTexts);
  const [name, setName] = useState('');
  return (
    <form
      aria-label={t('saveView')}
      onSubmit={(event) => {
        event.preventDefault();
        void save(name.trim()).then((isSaved) => {
          if (isSaved) setName('');
        });
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('viewName')}
          required
          maxLength={80}
          attributes={ownDirection}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" loading={isPending}>
          {tPart('save')}
        </Button>
      </Group>
    </form>
  );
}
