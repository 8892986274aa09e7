/**
 * The walls of the house. Checked by `npm run check` over clients, console, services, shared, deploy, tools and
 * tests;
 * tests/unit/tools/check/boundaries.test.ts breaks every rule once and sees it fail.
 *
 * Arrows run one way: tests → tools → deploy, services → shared. Within shared: commands → events → mongo; commands → lists, http, jobs, amqp,
 * mongo → decide → contracts → Joi; audit → decide, events, mongo.
 */
const types = { dependencyTypesNot: ['type-only'] };

/** What each folder of shared may import of the others, types included. */
const sharedArrows = {
  contracts: [],
  decide: ['contracts'],
  telemetry: ['process'],
  process: ['telemetry', 'contracts'],
  amqp: ['process', 'telemetry', 'contracts'],
  jobs: ['process', 'telemetry'],
  mongo: ['process', 'telemetry'],
  lists: ['mongo', 'contracts'],
  exports: ['contracts'],
  http: ['exports', 'lists', 'mongo', 'process', 'telemetry', 'decide', 'contracts'],
  events: ['http', 'amqp', 'mongo', 'process', 'telemetry', 'contracts'],
  audit: ['events', 'decide', 'mongo', 'process', 'telemetry', 'contracts'],
  commands: [
    'events',
    'decide',
    'lists',
    'http',
    'jobs',
    'amqp',
    'mongo',
    'process',
    'telemetry',
    'contracts',
  ],
};

const sharedRules = Object.entries(sharedArrows).map(([folder, allowed]) => ({
  name: `shared-${folder}`,
  comment: `shared/${folder} imports of shared only: ${[folder, ...allowed, 'errors.ts'].join(', ')}.`,
  severity: 'error',
  from: { path: `^shared/${folder}/` },
  to: {
    path: '^shared/',
    pathNot: [...[folder, ...allowed].map((name) => `^shared/${name}/`), '^shared/errors\\.ts$'],
  },
}));

const consoleRooms = 'session|today|orders|order|slips|catalogue|customers|operations|settings|webhooks';

/** A package and the only places that may use it; types may be named anywhere. */
const packageRules = [
  {
    name: 'mongoose-in-storage',
    comment: 'The database is opened by shared and by the storage of the service that owns it.',
    package: '(mongoose|mongodb)',
    allowed: [
      '^shared/(mongo|lists|events|commands)/',
      '^services/[^/]+/storage/',
      '^tools/',
      '^deploy/container/',
      '^(tests|instruments)/',
    ],
  },
  {
    name: 'amqplib-in-shared-amqp',
    package: 'amqplib',
    allowed: ['^shared/amqp/', '^tools/', '^(tests|instruments)/'],
  },
  { name: 'bullmq-in-shared-jobs', package: 'bullmq', allowed: ['^shared/jobs/', '^(tests|instruments)/'] },
  {
    name: 'express-at-the-edges',
    package: 'express',
    allowed: ['^services/gateway/', '^shared/(http|events|commands|jobs)/', '^(tests|instruments)/'],
  },
  {
    name: 'joi-in-the-schema-kit',
    package: 'joi',
    allowed: ['^shared/contracts/schema-kit/', '^instruments/load/limits/'],
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
      comment: 'A file that nothing imports and that is no entry point is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^services/[a-z]+/(main|api|worker)\\.ts$',
          '^services/gateway/docs/assets/',
          '^shared/telemetry/register\\.ts$',
          '^(deploy|tools|tests|instruments)/',
        ],
      },
      to: {},
    },
    {
      name: 'services-apart',
      comment: 'A service reaches another by a queue or over HTTP, never by import.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'gateway-has-no-data',
      severity: 'error',
      from: { path: '^services/gateway/' },
      to: { path: '^shared/mongo/' },
    },
    {
      name: 'rules-are-pure',
      comment:
        'Rules take plain data and give plain data: no package, no I/O, nothing of the engine that runs them.',
      severity: 'error',
      from: { path: '^services/[^/]+/rules/' },
      to: {
        path: '.',
        pathNot: ['^services/[^/]+/rules/', '^shared/(contracts|decide)/', '^shared/errors\\.ts$'],
      },
    },
    {
      name: 'the-kernel-is-pure',
      comment:
        'What decides a batch and what declares an endpoint can be read by any part: contracts import only Joi.',
      severity: 'error',
      from: { path: '^shared/(contracts|decide)/' },
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
        'What a deployer opens: it names programs, and imports none; of the store only what its settings are.',
      severity: 'error',
      from: { path: '^deploy/' },
      to: {
        path: '^(services|shared|tools|tests|instruments)/',
        pathNot: '^shared/process/(settings/|command-line\\.ts$|plain-error\\.ts$)',
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
        'Of a service, tools use how it stores, what its records are and how its data is migrated; of the gateway, its signing keys and its documents.',
      severity: 'error',
      from: { path: '^tools/' },
      to: {
        path: '^services/',
        pathNot: [
          '^services/[^/]+/(storage|rules|migrations)/',
          '^services/gateway/(auth/signing-keys|docs/(openapi|asyncapi))\\.ts$',
        ],
      },
    },
    {
      name: 'the-checks-stand-alone',
      severity: 'error',
      from: { path: '^tools/check/' },
      to: {
        path: '^(services|shared|deploy|tools)/',
        pathNot: '^(tools/check/|shared/process/(command-line|plain-error)\\.ts$)',
      },
    },
    {
      name: 'clients-stand-alone',
      comment:
        'What is published stands alone: nothing of the store, no package, nothing that only Node has. The receiver in its README is a server of Node.',
      severity: 'error',
      from: { path: '^clients/typescript/', pathNot: '^clients/typescript/recipes/webhook-receiver\\.ts$' },
      to: { path: '.', pathNot: '^clients/typescript/' },
    },
    {
      name: 'example-shop-is-a-caller',
      comment: 'The page runs in a browser, on the published client alone; its server is in tools.',
      severity: 'error',
      from: { path: '^clients/example-shop/' },
      to: { path: '.', pathNot: '^clients/(example-shop|typescript)/' },
    },
    {
      name: 'clients-are-callers',
      comment: 'The store does not know who calls it.',
      severity: 'error',
      from: { path: '^(services|shared|deploy|tools)/' },
      to: { path: '^clients/' },
    },
    {
      name: 'console-is-a-caller',
      comment:
        'Staff work by the public API alone, through our own client; its packages are those of a browser.',
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
      comment: 'A room of the console knows what all rooms share, and no other room.',
      severity: 'error',
      from: { path: `^console/(${consoleRooms})/` },
      to: { path: `^console/(${consoleRooms}|frame)/`, pathNot: '^console/$1/' },
    },
    {
      name: 'console-shares-no-room',
      comment: 'What rooms share knows none of them. Arrows: parts → format → data → texts.',
      severity: 'error',
      from: { path: '^console/(parts|format|data|texts)/' },
      to: { path: `^console/(${consoleRooms}|frame)/` },
    },
    {
      name: 'the-console-is-served',
      comment:
        'The gateway serves what was built; nothing imports the console, but for its build and its tests.',
      severity: 'error',
      from: { path: '^(services|shared|deploy|clients|tools)/' },
      to: { path: '^console/' },
    },
    ...sharedRules,
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
