import { Button, Group, NativeSelect, Text } from '@mantine/core';
import type { ListState } from '../data/use-list.ts';
import { pageSizes } from '../data/list-view.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

interface CursorPagesProps {
  list: Pick<ListState<unknown>, 'previousCursor' | 'nextCursor'>;
  go: (cursor: string) => void;
  /** The number of rows on all pages, as text: "120 orders". */
  total?: string | undefined;
  perPage: number;
  choosePerPage: (perPage: number) => void;
}

/**
 * The buttons of a list that is paginated by cursor. While records are added, such a list neither skips nor
 * repeats a record.
 */
export function CursorPages(props: CursorPagesProps) {
  const { list, go, total, perPage, choosePerPage } = props;
  const { previousCursor, nextCursor } = list;
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
    <Group component="nav" aria-label={t('pages')} justify="space-between" gap="sm">
      <Text size="sm" c="dimmed" miw="8rem">
        {total}
      </Text>
      {(previousCursor ?? nextCursor) !== undefined && (
        <Group gap="sm">
          {page(t('previousPage'), previousCursor)}
          {page(t('nextPage'), nextCursor)}
        </Group>
      )}
      <NativeSelect
        miw="8rem"
        aria-label={t('perPage')}
        value={perPage}
        data={pageSizes.map((size) => ({ value: String(size), label: t('rowsPerPage', { count: size }) }))}
        onChange={({ currentTarget: { value } }) => choosePerPage(Number(value))}
      />
    </Group>
  );
}
