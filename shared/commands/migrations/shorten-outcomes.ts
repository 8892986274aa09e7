import type { Migration } from '../../mongo/service-data.ts';

/**
 * From this version on workers write short outcomes, which releases before 0.5.0 cannot read. Those that are kept stay as they
 * are: they are read as before, and gone within a week. Workers look at the version when they start.
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
