import { Loader } from '@mantine/core';
import type { RecordState } from '../data/use-record.ts';
import { useTexts } from '../texts/language.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

interface LoadStateProps {
  of: Pick<RecordState<unknown>, 'problem' | 'isLoading' | 'refresh'>;
  /** The name of what is being loaded. */
  label?: string;
  size?: 'sm' | 'md';
}

/** Shows that a record or list is loading, or an error with a button to try again. Shows nothing once it is loaded. */
export function LoadState({ of: { problem, isLoading, refresh }, label, size = 'md' }: LoadStateProps) {
  const t = useTexts(partTexts);
  return (
    <>
      <ProblemAlert problem={problem} retry={() => void refresh()} />
      {isLoading && <Loader size={size} aria-label={label ?? t('loading')} />}
    </>
  );
}
