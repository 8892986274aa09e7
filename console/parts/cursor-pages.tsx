import { Button, Group } from '@mantine/core';
import type { ListState } from '../data/use-list.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

interface CursorPagesProps {
  list: Pick<ListState<unknown>, 'previousCursor' | 'nextCursor'>;
  go: (cursor: string) => void;
}

/** Cursor pagination skips and repeats no record while records are added. */
export function CursorPages({ list: { previousCursor, nextCursor }, go }: CursorPagesProps) {
  const t = useTexts(partTexts);
  const page = (label: string, cursor: string | undefined) => (
    <Button
      variant="default"
      disabled={cursor === undefined}
      onClick={() => {
        if (cursor === undefined) return;
        go(cursor);
        // The buttons are below the rows, so scroll up to the top of the next page.
        window.scrollTo({ top: 0 });
      }}
    >
      {label}
    </Button>
  );
  return (
    <Group component="nav" aria-label={t('pages')} justify="center" gap="sm">
      {page(t('previousPage'), previousCursor)}
      {page(t('nextPage'), nextCursor)}
    </Group>
  );
}
