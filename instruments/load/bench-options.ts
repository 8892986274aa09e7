import { readCommandLine, wrongUsage } from '#shared/platform/process/command-line.ts';
import { numberOf } from './bench-command.ts';

const allParts = ['checkout', 'writes', 'changes', 'bulk', 'fairness', 'lists', 'telemetry'];

const usage = `Usage: npm run bench -- [options]
       npm run bench -- --against <commit> [options]

Without --against: measures each scenario and its limit in one run on the same servers.
  --parts LIST         some of ${allParts.join()} (default: all)
  --callers LIST       numbers of callers that check out concurrently (default 1,16,64,256)
  --orders LIST        numbers of orders in the lists (default 10000,100000,1000000)
  --subscriptions N    how many records a bulk update changes (default 100000)
  --plot FILE          also draws how the times of lists grow, as SVG

With --against: puts the same load on this tree and on that commit in turn. Exits with 1 if a scenario is slower: if the lower
bound of the 95 % confidence interval of new ÷ old is below --at-least.
  --at-least RATIO     (default 0.95)
  --only TEXT          only scenarios whose name contains this text, such as "16 callers" (default: all)
  --alternations N     pairs of runs for each scenario, at least 3 (default 12)
  --seconds S          the length of a run (default 2)
  --minutes M          the time limit; a scenario that is not measured by then fails (default 20)

In both cases:
  --folder DIR         keeps the data (default .data/bench)
  --json FILE          writes the figures (default .data/bench.json)
  --help`;

export interface LimitsOptions {
  parts: ReadonlySet<string>;
  callers: number[];
  orders: number[];
  subscriptions: number;
  plot: string | undefined;
  folder: string;
  json: string;
}

export interface ReleasesOptions {
  /** The commit of the earlier release. */
  against: string;
  /** The minimum for the lower bound of the ratio new ÷ old. */
  atLeast: number;
  /**
   * A part of a scenario's name. Only scenarios whose names contain it are measured. Empty means all
   * scenarios.
   */
  only: string;
  /** The number of pairs of turns for each scenario. A turn is one measured run on one of the two releases. */
  alternations: number;
  /** The intended length of a turn, in seconds. */
  seconds: number;
  /** The time limit of the run, in minutes. Scenarios that have not run by then are not measured. */
  minutes: number;
  folder: string;
  json: string;
}

type BenchOptions = ({ kind: 'limits' } & LimitsOptions) | ({ kind: 'releases' } & ReleasesOptions);

const command = {
  name: 'npm run bench',
  usage,
  options: {
    folder: { type: 'string', default: '.data/bench' },
    json: { type: 'string', default: '.data/bench.json' },
    orders: { type: 'string', default: '10000,100000,1000000' },
    callers: { type: 'string', default: '1,16,64,256' },
    parts: { type: 'string', default: allParts.join() },
    subscriptions: { type: 'string', default: '100000' },
    plot: { type: 'string' },
    against: { type: 'string' },
    'at-least': { type: 'string', default: '0.95' },
    only: { type: 'string', default: '' },
    alternations: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '20' },
  },
} as const;

/** Parses the arguments. Returns null if it printed the usage, and throws a `PlainError` for an invalid value. */
export function benchOptions(args: string[]): BenchOptions | null {
  const asked = readCommandLine(command, args);
  if (asked === null) return null;
  const { values } = asked;
  const { folder, json, against } = values;
  if (against !== undefined) {
    return {
      kind: 'releases',
      against,
      folder,
      json,
      only: values.only,
      atLeast: numberOf(command.name, 'at-least', values['at-least'], 0),
      alternations: numberOf(command.name, 'alternations', values.alternations, 3),
      seconds: numberOf(command.name, 'seconds', values.seconds, 0.1),
      minutes: numberOf(command.name, 'minutes', values.minutes, 0.1),
    };
  }
  const parts = values.parts.split(',');
  const unknown = parts.find((part) => !allParts.includes(part));
  if (unknown !== undefined) throw wrongUsage(command.name, `--parts has no part "${unknown}"`);
  return {
    kind: 'limits',
    folder,
    json,
    plot: values.plot,
    parts: new Set(parts),
    callers: values.callers.split(',').map((text) => numberOf(command.name, 'callers', text, 1)),
    orders: values.orders.split(',').map((text) => numberOf(command.name, 'orders', text, 1)),
    subscriptions: numberOf(command.name, 'subscriptions', values.subscriptions, 1),
  };
}
