import { Alert, Button, CloseButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMayWrite } from '../data/session.tsx';
import { useSavedViews } from '../data/use-saved-views.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { PopoverButton } from '../parts/popover-button.tsx';
import { submits } from '../parts/submits.ts';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { ordersTexts } from './texts.ts';

interface SavedViewsProps {
  query: string;
  open: (query: string) => void;
}

export function SavedViews({ query, open }: SavedViewsProps) {
  const t = useTexts(ordersTexts);
  return (
    <PopoverButton label={t('views')}>
      {(close) => (
        <ViewList
          query={query}
          open={(chosen) => {
            close();
            open(chosen);
          }}
        />
      )}
    </PopoverButton>
  );
}

function ViewList({ query, open }: SavedViewsProps) {
  const t = useTexts(ordersTexts);
  const mayWrite = useMayWrite();
  const { read, save, replace } = useSavedViews(useUnseenFailure(t('saveViews')));
  const views = read.record?.views ?? [];
  const ofOrders = views.filter(({ list }) => list === 'orders');
  return (
    <Stack gap="xs" w="20rem" maw="calc(100vw - 4rem)">
      {read.record !== undefined && ofOrders.length === 0 && <Text>{t('noViews')}</Text>}
      {ofOrders.map((view) => (
        <ViewRow
          key={view.name}
          name={view.name}
          open={() => open(view.query ?? '')}
          isPending={save.isPending}
          {...(mayWrite && { remove: () => void replace(views.filter((each) => each !== view)) })}
        />
      ))}
      {mayWrite && read.record !== undefined && (
        <NewView
          isPending={save.isPending}
          taken={ofOrders.map(({ name }) => name)}
          save={(name) => {
            const others = views.filter((view) => view.list !== 'orders' || view.name !== name);
            return replace([...others, { name, list: 'orders', query: query === '' ? null : query }]);
          }}
        />
      )}
      {save.conflict !== undefined && <Alert color="orange">{t('viewsChanged')}</Alert>}
      <ProblemAlert problem={read.problem ?? save.problem} />
    </Stack>
  );
}

interface AskedProps {
  question: string;
  verb: string;
  confirm: (() => void) | undefined;
  goBack: () => void;
  isPending: boolean;
}

/** Asks inside the popover, because a dialog would close the popover. */
function Asked({ question, verb, confirm, goBack, isPending }: AskedProps) {
  const t = useTexts(ordersTexts);
  const group = useRef<HTMLDivElement>(null);
  // The focused button disappears with the question. So move the focus to the popover then, because Escape closes the popover
  // only while the focus is in it.
  useEffect(() => {
    const popover = group.current?.closest<HTMLElement>('[role=dialog]');
    return () => popover?.focus();
  }, []);
  return (
    <Group ref={group} role="group" aria-label={question} gap="xs">
      <Text className="grows">{question}</Text>
      <Button size="xs" color="red" loading={isPending} autoFocus onClick={confirm}>
        {verb}
      </Button>
      <Button size="xs" variant="default" onClick={goBack}>
        {t('goBack')}
      </Button>
    </Group>
  );
}

interface ViewRowProps {
  name: string;
  open: () => void;
  remove?: () => void;
  isPending: boolean;
}

function ViewRow({ name, open, remove, isPending }: ViewRowProps) {
  const t = useTexts(ordersTexts);
  const [isAsked, ask] = useState(false);
  if (isAsked)
    return (
      <Asked
        question={t('removeViewAsked', { name })}
        verb={t('remove')}
        confirm={remove}
        goBack={() => ask(false)}
        isPending={isPending}
      />
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

interface NewViewProps {
  /** Resolves with undefined when the view was not saved. */
  save: (name: string) => Promise<unknown>;
  taken: readonly string[];
  isPending: boolean;
}

/** Saves the current view under a name. If a view has this name already, asks before replacing it. */
function NewView({ save, taken, isPending }: NewViewProps) {
  const t = useTexts(ordersTexts);
  const [name, setName] = useState('');
  const [isAsked, ask] = useState(false);
  const send = async () => {
    if ((await save(name.trim())) === undefined) return;
    ask(false);
    setName('');
  };
  if (isAsked)
    return (
      <Asked
        question={t('replaceViewAsked', { name: name.trim() })}
        verb={t('replaceView')}
        confirm={() => void send()}
        goBack={() => ask(false)}
        isPending={isPending}
      />
    );
  return (
    <form
      aria-label={t('saveView')}
      onSubmit={submits(() => {
        if (taken.includes(name.trim())) ask(true);
        else void send();
      })}
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
          {t('save')}
        </Button>
      </Group>
    </form>
  );
}
