/** The faults with which a run reveals a mutation: a defect that a patch adds to the store. */
export interface MutationRun {
  /** Kinds of faults. If the list is empty, the run uses the kill points in a worker. */
  kinds: readonly string[];
  /** Whether commands are parked and redriven. */
  withPoison: boolean;
}

const atKillPoints: MutationRun = { kinds: [], withPoison: false };
const under = (...kinds: string[]): MutationRun => ({ kinds, withPoison: false });
const withPoison: MutationRun = { kinds: ['pause'], withPoison: true };

/** The runs, keyed by patch name. The kill points reveal patches that are not listed here. */
const runs: Readonly<Record<string, MutationRun>> = {
  'relay-publishes-everything-at-once': under('backlog of 10,000 events'),
  'log-entries-of-any-size': under('wide records in bulk'),
  'undo-forgets-what-it-did': under('bulk work undone'),
  'unfinished-work-expires': under('time passes over unfinished bulk work'),
  'outage-counts-as-failure': under('role taken away'),
  'frozen-database-parks': under('frozen beyond the consumer time-out'),
  'maker-not-unique': withPoison,
  'redrive-overwrites': withPoison,
  'copies-never-heal': under("events' queue deleted"),
  'blocked-broker-unheeded': under('broker blocked'),
  'queued-for-ever': under('hung, then kill -9'),
};

export function mutationRun(name: string): MutationRun {
  return runs[name] ?? atKillPoints;
}

/** Runs of the unchanged store. Together they try every fault that reveals one of these mutations. */
export function controlRuns(names: readonly string[]): MutationRun[] {
  const wanted = names.map(mutationRun);
  const kinds = [...new Set(wanted.flatMap((run) => run.kinds))];
  const others = { kinds, withPoison: wanted.some((run) => run.withPoison) };
  return [
    ...(wanted.some((run) => run.kinds.length === 0) ? [atKillPoints] : []),
    ...(kinds.length > 0 ? [others] : []),
  ];
}

export function argumentsOf({ kinds, withPoison: isPoisoned }: MutationRun): string[] {
  if (kinds.length === 0) return ['--kill-points'];
  return [...kinds.flatMap((kind) => ['--only', kind]), ...(isPoisoned ? ['--poison'] : [])];
}
