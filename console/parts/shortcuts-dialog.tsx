import { Group, Kbd, Stack, Switch, Text } from '@mantine/core';
import DialogWindow from './dialog-window.tsx';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

interface ShortcutsDialogProps {
  isOn: boolean;
  turn: (on: boolean) => void;
  /** Null while the dialog is closed. */
  shown: readonly { key: string; does: string }[] | null;
  close: () => void;
}

export default function ShortcutsDialog({ isOn, turn, shown, close }: ShortcutsDialogProps) {
  const t = useTexts(partTexts);
  return (
    <DialogWindow opened={shown !== null} onClose={close} title={t('shortcuts')}>
      <Stack>
        <Switch
          checked={isOn}
          onChange={(event) => turn(event.currentTarget.checked)}
          label={t('shortcutsOn')}
        />
        {[{ key: 'Ctrl K', does: t('searchEverywhere') }, ...(shown ?? [])].map(({ key, does }) => (
          <Group key={key} justify="space-between" wrap="nowrap">
            <Text>{does}</Text>
            <Kbd dir="ltr">{key}</Kbd>
          </Group>
        ))}
      </Stack>
    </DialogWindow>
  );
}
