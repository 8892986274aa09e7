import { Group, Pill } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

export interface FilterChip {
  key: string;
  label: string;
  remove: () => void;
}

export function FilterChips({ chips }: { chips: readonly FilterChip[] }) {
  const t = useTexts(partTexts);
  if (chips.length === 0) return null;
  return (
    <Group gap="xs" maw="100%">
      {chips.map(({ key, label, remove }) => (
        <Pill
          key={key}
          size="md"
          withRemoveButton
          onRemove={remove}
          removeButtonProps={{
            'aria-label': t('removeFilter', { name: label }),
            'aria-hidden': false,
            tabIndex: 0,
          }}
        >
          {label}
        </Pill>
      ))}
    </Group>
  );
}
