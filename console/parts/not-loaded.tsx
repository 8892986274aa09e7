import { Loader } from '@mantine/core';
import type { RecordState } from '../data/use-record.ts';
import { useTexts } from '../texts/language.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

/** Stands in for a record that is not read yet: the problem with a retry, or a sign that it loads. */
export function NotLoaded({ problem, refresh }: Pick<RecordState<unknown>, 'problem' | 'refresh'>) {
  const t = useTexts(partTexts);
  if (problem !== undefined) return <ProblemAlert problem={problem} retry={() => void refresh()} />;
  return <Loader aria-label={t('loading')} />;
}
