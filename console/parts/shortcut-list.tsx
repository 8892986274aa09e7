import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import type { Shortcut } from './shortcuts.tsx';
import { partTexts } from './texts.ts';

interface ShortcutListProps {
  isOn: boolean;
  turn: (on: boolean) => void;
  shown: readonly Shortcut[];
}

export default function ShortcutList({ isOn, turn, shown }: ShortcutListProps) {
  const t = useTexts(partTexts);
  return (
    <Stack>
      <Switch
        checked={isOn}
        onChange={(event) => turn(event.currentTarget.checked)}
        label={t('shortcutsOn')}
      />
      {[{ key: 'Ctrl K', does: t('searchEverywhere') }, ...shown].map(({ key, does }) => (
        <Group key={key} justify="space-between" wrap="nowrap">
          <Text>{does}</Text>
          <Kbd dir="ltr">{key}</Kbd>
        </Group>
      ))}
    </Stack>
  );
}
