/**
 * Instruments measure or attack the store, while `npm test` checks its behaviour. An instrument runs if a file of its subject
 * changed. `npm run test:all` runs all instruments. `chaos:mutations` is not one of them: it tests the chaos suite, not the
 * store, and takes too long.
 */
export interface Instrument {
  /** A statement that is false if the instrument fails. */
  proves: string;
  /** A command of `npm run store`, with its arguments. */
  run: readonly string[];
  /**
   * Arguments for a run of one or two minutes, used if the changed files are unknown. Null means that the instrument is then
   * skipped.
   */
  sample: readonly string[] | null;
  env?: Readonly<Record<string, string>>;
  /** Path prefixes from the project root. The instrument runs if a file with such a prefix changed. */
  subject: readonly string[];
}

/** The folders that a write passes through, from the queue to the database. */
const writePath = [
  'shared/platform/amqp/',
  'shared/engine/commands/',
  'shared/engine/decide/',
  'shared/engine/events/',
  'shared/engine/jobs/',
  'shared/platform/mongo/',
];

/**
 * The smallest set of test files that covers every kind of request: start, checkout, lists, search, bulk work, idempotency, an
 * outage.
 */
const everyKind = [
  'npm-start.test.ts',
  'journeys/shopper.test.ts',
  'shoppers/cart.test.ts',
  'lists/pages.test.ts',
  'lists/finding.test.ts',
  'writes/bulk.test.ts',
  'writes/idempotency.test.ts',
  'outages/outages.test.ts',
].map((file) => `tests/e2e/${file}`);

const jest = (project: string, ...more: string[]) => [
  'jest',
  '--runInBand',
  '--selectProjects',
  project,
  ...more,
];
const only = (...files: string[]) => ['--runTestsByPath', ...files];

export const instruments: Readonly<Record<string, Instrument>> = {
  chaos: {
    proves: 'no fault under load, no restart and no disaster loses or doubles a write',
    run: jest('chaos'),
    sample: jest('chaos', ...only('instruments/chaos/short-run.test.ts')),
    subject: [...writePath, 'services/orders/', 'tools/operate/', 'instruments/chaos/'],
  },
  'hostile-load': {
    proves: 'other callers are still served during the most expensive requests of attackers',
    run: jest('hostile-load'),
    sample: jest('hostile-load'),
    subject: [
      'services/gateway/body/',
      'services/gateway/http/',
      'services/gateway/limits/',
      'shared/platform/http/',
      'instruments/hostile-load/',
    ],
  },
  'order-properties': {
    proves: 'no interleaving of commands and no kill breaks the sums, the units or the stock of an order',
    run: ['order-properties', '--commands', '800', '--kills', '3'],
    sample: ['order-properties', '--commands', '800', '--kills', '3'],
    subject: [...writePath, 'services/orders/', 'instruments/order-properties/'],
  },
  fuzz: {
    proves: 'random requests get no 5xx and no response that the OpenAPI document does not allow',
    run: ['fuzz'],
    sample: null,
    env: { FUZZ_CASES: '10' },
    subject: ['shared/contracts/', 'services/gateway/docs/', 'services/gateway/body/', 'instruments/fuzz/'],
  },
  undo: {
    proves: 'undo restores what random bulk work changed, and keeps what others wrote in between',
    run: ['test:e2e', ...only('tests/e2e/outages/outages.test.ts'), '-t', 'undoing random bulk work'],
    sample: null,
    env: { UNDO_SECONDS: '120' },
    subject: ['shared/engine/commands/', 'shared/engine/decide/', 'services/orders/', 'services/catalog/'],
  },
  strangers: {
    proves: 'third-party checks find no fault in the store, its documents, packages and manifests',
    run: ['test:strangers'],
    sample: null,
    subject: ['instruments/strangers/'],
  },
  upgrade: {
    proves: 'this release continues with the data, queued commands and events of release 0.6.0',
    run: jest('upgrade'),
    sample: null,
    subject: [
      'services/catalog/migrations/',
      'services/orders/migrations/',
      'services/webhooks/migrations/',
      'shared/engine/commands/migrations/',
      'shared/platform/mongo/',
      'instruments/releases/',
      'instruments/upgrade/',
    ],
  },
  drills: {
    proves: 'complete procedures of an operator succeed: npm start, its restarts and its end',
    run: jest('drills'),
    sample: jest('drills'),
    subject: ['tools/local-stack/', 'tools/seed/', 'deploy/processes.ts', 'instruments/drills/'],
  },
  clients: {
    proves:
      'clients generated from the OpenAPI document work with a store, and a shopper can use the example shop',
    run: jest('clients'),
    sample: null,
    subject: [
      'shared/contracts/',
      'services/gateway/docs/',
      'clients/example-shop/',
      'clients/journeys/',
      'clients/typescript/',
      'tools/clients/',
      'tools/example-shop/',
      'instruments/clients/',
    ],
  },
  'walk-throughs': {
    proves: 'the diffs in docs/guides/walk-throughs apply and compile, and their tests pass',
    run: jest('walk-throughs'),
    sample: jest('walk-throughs'),
    subject: [
      'docs/guides/walk-throughs/',
      'services/',
      'shared/',
      'tests/unit/',
      'tests/e2e/',
      'instruments/walk-throughs/',
    ],
  },
  containers: {
    proves: 'the compose file, its TLS and its health checks work with the images',
    run: jest('containers'),
    sample: jest('containers', ...only('instruments/containers/health-checks.test.ts')),
    subject: ['deploy/', 'docker-compose.yml', 'package-lock.json', 'instruments/containers/'],
  },
  cluster: {
    proves: 'a cluster whose leaders are killed under load loses nothing',
    run: ['cluster-proof'],
    sample: null,
    subject: [
      'shared/platform/amqp/',
      'shared/platform/mongo/',
      'deploy/cluster.yml',
      'instruments/cluster/',
    ],
  },
  native: {
    proves: 'the store works with servers installed on this machine as it does with containers',
    run: ['test:e2e', ...only(...everyKind)],
    sample: ['test:e2e', ...only(...everyKind.slice(1, 3))],
    env: { TEST_SERVERS: 'native' },
    subject: ['tools/local-stack/', 'shared/platform/amqp/', 'shared/platform/mongo/', 'tests/support/'],
  },
};

/** Selects the instruments to run after these files changed. Null means that the changed files are unknown. */
export function chosenInstruments(
  changed: readonly string[] | null,
  all = instruments,
): { name: string; run: readonly string[] }[] {
  return Object.entries(all).flatMap(([name, { run, sample, subject }]) => {
    if (changed === null) return sample === null ? [] : [{ name, run: sample }];
    const isChanged = changed.some((file) => subject.some((start) => file.startsWith(start)));
    return isChanged ? [{ name, run }] : [];
  });
}
