import { Checkbox, Stack } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { PopoverButton } from './popover-button.tsx';
import { partTexts } from './texts.ts';

interface ColumnChoiceProps {
  columns: readonly { key: string; title: string }[];
  chosen: readonly string[];
  choose: (keys: string[]) => void;
}

/** Lets the user choose the columns of a table. At least one column stays. */
export function ColumnChoice({ columns, chosen, choose }: ColumnChoiceProps) {
  const t = useTexts(partTexts);
  const toggled = (key: string) =>
    columns.map((column) => column.key).filter((each) => (each === key) !== chosen.includes(each));
  return (
    <PopoverButton label={t('columns')}>
      {() => (
        <Stack gap="xs">
          {columns.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={chosen.includes(key)}
              disabled={chosen.length === 1 && chosen.includes(key)}
              onChange={() => choose(toggled(key))}
            />
          ))}
        </Stack>
      )}
    </PopoverButton>
  );
}
