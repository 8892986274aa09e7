import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type Ref } from 'react';
import { useList, type ReadPage } from '../data/use-list.ts';
import { useTexts } from '../texts/language.tsx';
import { useProblemMessage } from './problem-message.ts';
import { partTexts } from './texts.ts';

interface RecordQuery {
  per_page: number;
  paginate: 'cursor';
  search?: string;
  filters?: object;
}

interface RecordSelectProps<Row extends { id: number }> {
  label: string;
  hint: string;
  /** The first part of the list's query key, for example `products`. */
  resource: string;
  read: ReadPage<RecordQuery, Row>;
  /** The filters of the list, for example `{ is_active: true }`. */
  filters?: object;
  labelOf: (row: Row) => string;
  chosen: Row | null;
  choose: (row: Row | null) => void;
  error?: string | undefined;
  /** Called with the words that the user types. */
  searched?: (words: string) => void;
  /** For a page that moves the focus to the field. The options stay closed until the user types. */
  inputRef?: Ref<HTMLInputElement>;
}

const pauseMs = 150;
const longestSearch = 200;

/** Chooses a record by its name. Offers the records that match the typed words. */
export function RecordSelect<Row extends { id: number }>(props: RecordSelectProps<Row>) {
  const { label, hint, resource, read, filters, labelOf, chosen, choose, error, searched, inputRef } = props;
  const t = useTexts(partTexts);
  const messageOf = useProblemMessage();
  const [typed, type] = useState('');
  const isChosen = chosen !== null && typed === labelOf(chosen);
  const [settled] = useDebouncedValue(isChosen ? '' : typed.trim().slice(0, longestSearch), pauseMs);
  const query: RecordQuery = {
    per_page: 10,
    paginate: 'cursor',
    ...(filters !== undefined && { filters }),
    ...(settled !== '' && { search: settled }),
  };
  const list = useList([resource], query, read);
  // Offer no results for earlier words, because Enter would choose one of them.
  const isCurrent = !list.isPrevious && !list.isLoading && (isChosen || settled === typed.trim());
  const rows = isCurrent ? list.rows : [];
  // Offer the chosen record itself, because its label in the list may differ, for example by a new price. The field would then
  // switch between the two labels without end.
  const offered = chosen === null ? rows : [chosen, ...rows.filter(({ id }) => id !== chosen.id)];
  return (
    <Select
      {...(inputRef !== undefined && { ref: inputRef, openOnFocus: false })}
      className="grows"
      miw="12rem"
      label={label}
      error={error}
      placeholder={hint}
      data={offered.map((row) => ({ value: String(row.id), label: labelOf(row) }))}
      value={chosen === null ? null : String(chosen.id)}
      onChange={(id) => choose(offered.find((row) => String(row.id) === id) ?? null)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('clear') }}
      searchValue={typed}
      onSearchChange={type}
      // `onSearchChange` is also called when the field loses the focus, with text that the user did not type.
      onInput={({ currentTarget: { value } }) => searched?.(value)}
      filter={({ options }) => options}
      nothingFoundMessage={
        list.problem === undefined ? t(isCurrent ? 'nothingMatches' : 'loading') : messageOf(list.problem)
      }
      comboboxProps={{ withinPortal: false }}
    />
  );
}
