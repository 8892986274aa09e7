import { Alert, Loader } from '@mantine/core';
import type { RecordState } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

interface LoadStateProps {
  of: Pick<RecordState<unknown>, 'problem' | 'isLoading' | 'refresh'> & {
    /** The ids of a list's damaged records. */
    unreadable?: readonly number[];
  };
  /** The name of what is being loaded. */
  label?: string;
  size?: 'sm' | 'md';
}

/**
 * Shows that a record or list is loading, or an error with a button to try again. Once a list is loaded, names its damaged
 * records, which its rows leave out.
 */
export function LoadState({ of, label, size = 'md' }: LoadStateProps) {
  const { problem, isLoading, refresh, unreadable = [] } = of;
  const t = useTexts(partTexts);
  const { list } = useFormat();
  return (
    <>
      <ProblemAlert problem={problem} retry={() => void refresh()} />
      {isLoading && <Loader size={size} aria-label={label ?? t('loading')} />}
      {unreadable.length > 0 && (
        <Alert role="note" color="orange">
          {t('unreadable', { count: unreadable.length, ids: list(unreadable.map(String)) })}
        </Alert>
      )}
    </>
  );
}
