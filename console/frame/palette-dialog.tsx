import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import DialogWindow from '../parts/dialog-window.tsx';
import { Icon } from '../parts/icon.tsx';
import { ownDirection } from '../parts/own-direction.ts';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import type { Room } from '../rooms.ts';
import { useTexts } from '../texts/language.tsx';
import { frameTexts } from './texts.ts';
import { usePaletteItems } from './use-palette-items.ts';

interface PaletteProps {
  rooms: readonly Room[];
  close: () => void;
}

/** The dialog and its search are in one file, because the dialog focuses the search as soon as it opens. */
export default function PaletteDialog({ opened, ...palette }: PaletteProps & { opened: boolean }) {
  const t = useTexts(frameTexts);
  return (
    <DialogWindow opened={opened} onClose={palette.close} size="lg" title={t('searchAll')}>
      <Palette {...palette} />
    </DialogWindow>
  );
}

function Palette({ rooms, close }: PaletteProps) {
  const t = useTexts(frameTexts);
  const [, navigate] = useLocation();
  const [typed, type] = useState('');
  const combobox = useCombobox({ opened: true });
  const { groups, isWaiting, problem } = usePaletteItems(typed, rooms);
  const found = groups.map(({ items }) => items.map(({ href }) => href).join()).join();
  const { selectFirstOption } = combobox;
  // The options change with every letter. Select the first option each time, so that Enter opens the best match.
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
          <Combobox.Empty>{t(isWaiting ? 'loading' : 'nothingMatches')}</Combobox.Empty>
        )}
      </Combobox.Options>
      <ProblemAlert problem={problem} />
    </Combobox>
  );
}
