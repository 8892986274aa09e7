import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Selection } from '../data/use-selection.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';
import './selection-bar.css';

interface SelectionBarProps {
  label: string;
  selection: Selection;
  /** The number of records that match the list, if it is known. */
  matches?: number | undefined;
  /** The label for this number of selected records. */
  selected: (count: number) => string;
  /** Whether the user can select every match, and not only the rows of a page. */
  isWhole?: boolean;
  /** The buttons that act on the selected records. */
  children: ReactNode;
}

/** The bar is at the bottom of the window, where it covers no row. Shows nothing while no row is selected. */
export function SelectionBar(props: SelectionBarProps) {
  const { label, selection, matches, selected, isWhole = true, children } = props;
  const t = useTexts(partTexts);
  const { ids, isAll, selectAll, clear } = selection;
  if (ids.size === 0) return null;
  const allSelected = matches === undefined ? t('allSelected') : selected(matches);
  return (
    <Paper className="selection-bar" withBorder shadow="md" p="sm" role="region" aria-label={label}>
      <Group gap="sm">
        <Text fw={600} role="status">
          {isAll ? allSelected : selected(ids.size)}
        </Text>
        {isWhole && selectAll !== undefined && (
          <Button variant="subtle" onClick={selectAll}>
            {matches === undefined ? t('selectAll') : t('selectCounted', { count: matches })}
          </Button>
        )}
        {children}
        <Button variant="subtle" onClick={clear}>
          {t('clearSelection')}
        </Button>
      </Group>
    </Paper>
  );
}
