import type { ListState } from '../data/use-list.ts';
import { ProblemAlert } from './problem-alert.tsx';

interface FailedReadsProps {
  of: readonly Pick<ListState<unknown>, 'problem' | 'refresh'>[];
}

/** One alert for several reads. Its retry button repeats only the failed reads. */
export function FailedReads({ of: reads }: FailedReadsProps) {
  const failed = reads.filter(({ problem }) => problem !== undefined);
  return (
    <ProblemAlert
      problem={failed[0]?.problem}
      retry={() => {
        for (const { refresh } of failed) void refresh();
      }}
    />
  );
}
