import { Button, Group } from '@mantine/core';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

interface CursorPagesProps {
  previous: string | undefined;
  next: string | undefined;
  go: (cursor: string) => void;
}

/** Buttons for cursor pagination, which skips and repeats no record while records are added. */
export function CursorPages({ previous, next, go }: CursorPagesProps) {
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
      {page(t('previousPage'), previous)}
      {page(t('nextPage'), next)}
    </Group>
  );
}
