/**
 * The allowed imports between the parts of the repository. `npm run check` applies them to clients, console, services,
 * shared, deploy, tools and tests; tests/unit/tools/check/boundaries.test.ts breaks every rule once and expects a failure.
 * Imports go one way: tests → tools → deploy, services → shared. Within shared: engine → platform → contracts → Joi.
 */
const types = { dependencyTypesNot: ['type-only'] };

/**
 * The rooms of each part. A room may import the rooms before it, types included, so no rooms import each other in a circle.
 * The files beside a service's rooms put the rooms together, and no room imports them.
 */
const rooms = {
  shared: [
    'contracts',
    'platform/settings',
    'platform/telemetry',
    'platform/process',
    'platform/amqp',
    'platform/mongo',
    'platform/redis',
    'platform/http',
    'engine/decide',
    'engine/exports',
    'engine/jobs',
    'engine/lists',
    'engine/events',
    'engine/audit',
    'engine/reads',
    'engine/commands',
    'engine/service',
  ],
  'services/catalog': ['records', 'subscriptions', 'products'],
  'services/orders': [
    'records',
    'customers',
    'lists',
    'shop',
    'stock',
    'payments',
    'returns',
    'orders',
    'statistics',
    'cart',
    'erasure',
    'store',
    'audit',
  ],
  'services/webhooks': ['records', 'store', 'endpoints', 'deliveries', 'following', 'sending'],
  'services/gateway': [
    'problems',
    'body',
    'limits',
    'http',
    'auth',
    'docs',
    'reads',
    'locals',
    'events',
    'session',
    'commands',
    'console',
  ],
};

const roomRules = Object.entries(rooms).flatMap(([part, names]) =>
  names.map((name, index) => ({
    name: `${part}/${name}`,
    comment: `${part}/${name} imports of ${part} only: ${names.slice(0, index + 1).join(', ')}.`,
    severity: 'error',
    from: { path: `^${part}/${name}/` },
    to: { path: `^${part}/`, pathNot: names.slice(0, index + 1).map((allowed) => `^${part}/${allowed}/`) },
  })),
);

/**
 * The entry files of the engine: services and tools may import these and no other file of it. The files of `operators` are
 * also open to tools, and to the rooms that audit, erase or count stored data. shared/engine/README.md explains each entry.
 */
const engineEntries = {
  services: [
    'service/(define-service|run-api|run-worker)',
    'decide/(handler|resource|versioned-record|deletion|make-once|bulk-operation|bulk-handlers|undoable-change)',
    'decide/(ledger-row|timeline-entry|audit-finding)',
    'lists/(source|filters|find-list|search-text|unreadable-record)',
    'reads/(service-app|read-answer)',
    'commands/(engine-models|batch-store|record-step|messages)',
    'commands/ledger/(ledger-model|read-timeline)',
    'commands/migrations/(drop-outbox|scan-collection)',
    'events/log-page',
    'jobs/turn-queue',
    'audit/run-audit',
  ],
  gateway: [
    'commands/(messages|operation-routes)',
    'commands/parked/parked-routes',
    'decide/(bulk-operation|outcome)',
    'lists/(filters|find-list|cursor|laravel-page)',
    'reads/(read-answer|send-export)',
    'exports/(export-file|xlsx)',
    'events/log-page',
  ],
  operators: [
    'audit/(audit-records|read-pages|repair-findings|counters)',
    'decide/(known-record|outcome)',
    'commands/(inbox|short-outcome|run-batch)',
    'commands/ledger/read-known-record',
    'commands/parked/(parked-queue|parked-message|parked-records|act-on-parked|redrive-check)',
    'events/(event-log|feed-state)',
    'lists/plan',
  ],
};

/** The entry files of each technology's room. */
const platformEntries = [
  'amqp/(bells|connection|publisher|topology|ask-queues|observe-queues)',
  'http/(create-server|listen|internal-auth|observe-requests|send-pieces|mount-disk-space)',
  'mongo/(connect|driver-collection|operator|read-by-id|load-records|snapshot|transaction|write-statement)',
  'mongo/(faults|leases|store-clock|service-data|floor|migrate|data-version|build-indexes|index-plan)',
  'mongo/(hold-identity|restores|collection-schema)',
  'process/(run-process|log|command-line|release|kill-point|paced-loop|slots|batch-calls|recent-answer)',
  'process/(internal-secrets|key-checks|sealed-text|store-identity|external-user|provider-tokens)',
  'process/(addresses|certificate-fault|make-folder|with-timeout)',
  'redis/connect-redis',
  'settings/(settings|own-settings|read-settings|setting|plain-error)',
  'telemetry/(metrics|metrics-endpoint|observe|spans)',
];

/** Rooms of orders that read or change what the engine stored. */
const operatingRooms = '^services/orders/(audit|erasure|statistics)';

const entryRules = [
  {
    name: 'engine-entries',
    from: { path: '^services/', pathNot: ['^services/gateway/', operatingRooms] },
    part: 'engine',
    entries: engineEntries.services,
  },
  {
    name: 'engine-entries-of-the-gateway',
    from: { path: '^services/gateway/' },
    part: 'engine',
    entries: engineEntries.gateway,
  },
  {
    name: 'engine-entries-of-operators',
    from: { path: ['^tools/', operatingRooms] },
    part: 'engine',
    entries: [...engineEntries.services, ...engineEntries.operators],
  },
  {
    name: 'platform-entries',
    from: { path: '^(services|tools)/' },
    part: 'platform',
    entries: platformEntries,
  },
].map(({ name, from, part, entries }) => ({
  name,
  comment: `Only the part itself, tests and instruments import the files of shared/${part} that are no entry.`,
  severity: 'error',
  from,
  to: { path: `^shared/${part}/`, pathNot: entries.map((files) => `^shared/${part}/${files}\\.ts$`) },
}));

/** A service's rooms that hold rules; the storage of a room is its subfolder `storage`. */
const rules = `^services/(${[
  ['catalog', rooms['services/catalog']],
  ['orders', rooms['services/orders'].filter((name) => name !== 'store')],
  ['webhooks', ['records', 'endpoints', 'deliveries']],
]
  .map(([service, names]) => `${service}/(${names.join('|')})`)
  .join('|')})/[^/]+$`;

const consoleRooms =
  'session|today|orders|order|new-order|returns|slips|catalogue|inventory|customers|operations|settings|webhooks|components';

/** A package and the only places that may import it. Importing its types is allowed anywhere. */
const packageRules = [
  {
    name: 'mongoose-in-storage',
    comment: 'Only shared and the storage of the owning service access the database.',
    package: '(mongoose|mongodb)',
    allowed: [
      '^shared/(platform/mongo|engine/(lists|events|commands))/',
      '^services/[^/]+/(store|[^/]+/storage)/',
      '^tools/',
      '^deploy/container/',
      '^(tests|instruments)/',
    ],
  },
  {
    name: 'amqplib-in-its-room',
    package: 'amqplib',
    allowed: ['^shared/platform/amqp/', '^tools/', '^(tests|instruments)/'],
  },
  {
    name: 'bullmq-in-its-room',
    package: 'bullmq',
    allowed: ['^shared/engine/jobs/', '^(tests|instruments)/'],
  },
  {
    name: 'express-at-the-edges',
    package: 'express',
    allowed: [
      '^services/gateway/',
      '^shared/(platform/http|engine/(reads|events|commands|jobs|service))/',
      '^(tests|instruments)/',
    ],
  },
  {
    name: 'joi-in-the-kit',
    package: 'joi',
    allowed: ['^shared/contracts/kit/', '^instruments/load/limits/'],
  },
].map(({ package: name, allowed, ...rule }) => ({
  severity: 'error',
  ...rule,
  from: { pathNot: allowed },
  to: { path: `^node_modules/${name}/`, ...types },
}));

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'A file that is no entry point and that nothing imports is dead code.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^services/[a-z]+/(main|api|worker)\\.ts$',
          '^services/gateway/docs/assets/',
          '^shared/platform/telemetry/register\\.ts$',
          '^(deploy|tools|tests|instruments)/',
        ],
      },
      to: {},
    },
    {
      name: 'services-apart',
      comment: 'Services call each other through queues or HTTP, never by import.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'gateway-has-no-data',
      severity: 'error',
      from: { path: '^services/gateway/' },
      to: { path: '^shared/platform/mongo/' },
    },
    {
      name: 'rules-are-pure',
      comment:
        'Rules take and return plain data: they import no package, no I/O and no part of the engine that runs them.',
      severity: 'error',
      from: { path: rules },
      to: { path: '.', pathNot: [rules, '^shared/(contracts|engine/decide)/'] },
    },
    {
      name: 'the-kernel-is-pure',
      comment:
        'Any part may import the code that decides a batch or declares an endpoint, so it imports only Joi.',
      severity: 'error',
      from: { path: '^shared/(contracts|engine/decide)/' },
      to: { path: ['^node:', '^node_modules/', '^[a-z@]'], pathNot: ['^node_modules/joi/', '^shared/'] },
    },
    {
      name: 'shared-knows-no-service',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(services|deploy|tools|tests|instruments)/' },
    },
    {
      name: 'services-know-no-tools',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(deploy|tools|tests|instruments)/' },
    },
    {
      name: 'deploy-stands-alone',
      comment:
        'Deployment code names programs but imports none. From the store it imports only the settings.',
      severity: 'error',
      from: { path: '^deploy/' },
      to: {
        path: '^(services|shared|tools|tests|instruments)/',
        pathNot: '^shared/platform/(settings/|process/command-line\\.ts$)',
      },
    },
    {
      name: 'tools-know-no-tests',
      severity: 'error',
      from: { path: '^tools/' },
      to: { path: '^(tests|instruments)/' },
    },
    {
      name: 'tools-use-storage',
      comment:
        'Tools import only a service’s declaration, rules and storage, and the gateway’s signing keys and documents.',
      severity: 'error',
      from: { path: '^tools/' },
      to: {
        path: '^services/',
        pathNot: [
          rules,
          '^services/[^/]+/(service\\.ts$|(store|migrations|[^/]+/storage)/)',
          '^services/gateway/(auth/(signing-keys|keys-folder)|docs/(openapi|asyncapi))\\.ts$',
        ],
      },
    },
    {
      name: 'the-checks-stand-alone',
      severity: 'error',
      from: { path: '^tools/check/' },
      to: {
        path: '^(services|shared|deploy|tools)/',
        pathNot:
          '^(tools/(check/|run-program\\.ts$)|shared/platform/(process/command-line|settings/plain-error)\\.ts$)',
      },
    },
    {
      name: 'clients-stand-alone',
      comment:
        'The published client imports no store code, no package and no Node module. Only the webhook receiver of its README is a Node server.',
      severity: 'error',
      from: { path: '^clients/typescript/', pathNot: '^clients/typescript/recipes/webhook-receiver\\.ts$' },
      to: { path: '.', pathNot: '^clients/typescript/' },
    },
    {
      name: 'example-shop-is-a-caller',
      comment:
        'The example shop runs in a browser and uses only the published client; its server is in tools.',
      severity: 'error',
      from: { path: '^clients/example-shop/' },
      to: { path: '.', pathNot: '^clients/(example-shop|typescript)/' },
    },
    {
      name: 'clients-are-callers',
      comment: 'The store imports none of its clients.',
      severity: 'error',
      from: { path: '^(services|shared|deploy|tools)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'console-is-a-caller',
      comment:
        'The console uses only the public API, through the published client, and packages for browsers.',
      severity: 'error',
      from: { path: '^console/' },
      to: {
        path: '.',
        pathNot: [
          '^console/',
          '^clients/typescript/src/',
          '^node_modules/(react|react-dom|@types/react|@types/react-dom|@mantine|@tanstack|wouter|jsbarcode|vite)/',
        ],
      },
    },
    {
      name: 'rooms-apart',
      comment: 'A page of the console imports shared parts, but no other page.',
      severity: 'error',
      from: { path: `^console/(${consoleRooms})/` },
      to: { path: `^console/(${consoleRooms}|frame)/`, pathNot: '^console/$1/' },
    },
    {
      name: 'console-shares-no-room',
      comment:
        'Parts that the console’s pages share import no page. Imports go one way: parts → format → data → texts.',
      severity: 'error',
      from: { path: '^console/(parts|format|data|texts)/' },
      to: { path: `^console/(${consoleRooms}|frame)/` },
    },
    {
      name: 'the-console-is-served',
      comment: 'The gateway serves the built console. Only the console’s build and tests import its source.',
      severity: 'error',
      from: { path: '^(services|shared|deploy|clients|tools)/' },
      to: { path: '^console/' },
    },
    ...roomRules,
    ...entryRules,
    ...packageRules,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(coverage|\\.data|console/dist[^/]*|clients/typescript/dist)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
    moduleSystems: ['es6', 'cjs'],
  },
};
