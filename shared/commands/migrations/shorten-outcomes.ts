import type { Migration } from '../../mongo/service-data.ts';

/**
 * From this version on, workers write short outcomes, which releases before 0.5.0 cannot read. Older outcomes
 * stay as they are: still readable, and expired within a week. Workers read the version when they start.
 */
export function shortenOutcomes(version: number): Migration {
  return {
    version,
    summary: 'outcomes of commands are kept in less than half the space',
    runsBeside: false,
    mayWait: true,
    estimate: () => Promise.resolve(0),
    batch: () => Promise.resolve(null),
  };
}
