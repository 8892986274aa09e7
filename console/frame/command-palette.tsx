import { Button, Combobox, Group, Kbd, Text, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { keyOf } from '../parts/pressed-key.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { isDialogOpen } from '../parts/shortcuts.tsx';
import { useTexts } from '../texts/language.tsx';
import type { Room } from './room.ts';
import { frameTexts } from './texts.ts';
import { usePaletteItems } from './use-palette-items.ts';

/** One search for orders, customers, products and pages, on every page. Ctrl+K or ⌘K opens it. */
export function CommandPalette({ rooms }: { rooms: readonly Room[] }) {
  const t = useTexts(frameTexts);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (keyOf(event).toLowerCase() !== 'k' || isDialogOpen()) return;
      event.preventDefault();
      setOpened(true);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <Button
        variant="default"
        className="palette-button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <Group gap="xs" wrap="nowrap">
          <Icon name="search" size={16} />
          <span className="palette-label">{t('searchAll')}</span>
          <Kbd visibleFrom="md" size="xs" aria-hidden>
            Ctrl K
          </Kbd>
        </Group>
      </Button>
      <Dialog opened={opened} onClose={() => setOpened(false)} size="lg" title={t('searchAll')}>
        <Palette rooms={rooms} close={() => setOpened(false)} />
      </Dialog>
    </>
  );
}

function Palette({ rooms, close }: { rooms: readonly Room[]; close: () => void }) {
  const t = useTexts(frameTexts);
  const [, navigate] = useLocation();
  const [typed, type] = useState('');
  const combobox = useCombobox({ opened: true });
  const { groups, isWaiting, problem } = usePaletteItems(typed, rooms);
  const found = groups.map(({ items }) => items.map(({ href }) => href).join()).join();
  const { selectFirstOption } = combobox;
  // The options change with every letter. So select the first option each time, because Enter then opens the
  // best match.
  useEffect(() => void selectFirstOption(), [found, selectFirstOption]);
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={(href) => {
        close();
        navigate(href);
      }}
    >
      <Combobox.EventsTarget withExpandedAttribute>
        <TextInput
          data-autofocus
          role="combobox"
          aria-label={t('searchAll')}
          placeholder={t('searchAllHint')}
          leftSection={<Icon name="search" size={16} />}
          attributes={ownDirection}
          maxLength={200}
          value={typed}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
      </Combobox.EventsTarget>
      <Combobox.Options mt="sm" aria-label={t('searchAll')}>
        {groups.map(({ title, items }) => (
          <Combobox.Group key={title} label={title}>
            {items.map(({ href, icon, label, more }) => (
              <Combobox.Option key={href} value={href}>
                <Group gap="sm" wrap="nowrap">
                  <Icon name={icon} />
                  <bdi>{label}</bdi>
                  {more !== undefined && (
                    <Text size="sm" truncate className="palette-more">
                      <bdi>{more}</bdi>
                    </Text>
                  )}
                </Group>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        ))}
        {groups.length === 0 && problem === undefined && (
          <Combobox.Empty>{t(isWaiting ? 'loading' : 'nothingFound')}</Combobox.Empty>
        )}
      </Combobox.Options>
      <ProblemAlert problem={problem} />
    </Combobox>
  );
}
