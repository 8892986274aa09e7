/** The walls of the house (design.md, style.md). Checked by `npm run check`. */
const npm = '^(node_modules|[^./])';

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
          '^services/[a-z]+/(main|api|worker|token)\\.ts$',
          '^deploy/',
          '^tests/',
          '^shared/telemetry/register\\.ts$',
          '^services/gateway/docs-assets/',
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
      name: 'shared-knows-no-service',
      severity: 'error',
      from: { path: '^shared/' },
      to: { path: '^(services|deploy|tests)/' },
    },
    {
      name: 'product-knows-no-tests',
      severity: 'error',
      from: { path: '^(services|shared|deploy)/' },
      to: { path: '^tests/' },
    },
    {
      name: 'contracts-import-only-joi',
      comment: 'Contracts are data: they can be read by any part, and by documents and tests.',
      severity: 'error',
      from: { path: '^shared/contracts/' },
      to: { pathNot: ['^shared/contracts/', '^shared/errors\\.ts$', '^node_modules/joi/', '^joi$'] },
    },
    {
      name: 'mongoose-behind-the-store',
      comment: 'Only shared/mongo and the files that lay out a service’s collections open the database.',
      severity: 'error',
      from: {
        path: '^(services|shared)/',
        pathNot: [
          '^shared/mongo/',
          '^shared/commands/outbox-relay\\.ts$',
          '-(store|models|layout|lists)\\.ts$',
          // The list of orders, and what is kept beside the orders for it.
          '/order-(list|counts|search|search-index)\\.ts$',
          '^services/orders/new-products\\.ts$',
        ],
      },
      to: { path: '^node_modules/(mongoose|mongodb)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'amqplib-behind-shared-amqp',
      severity: 'error',
      from: { path: '^(services|shared)/', pathNot: '^shared/amqp/' },
      to: { path: '^node_modules/amqplib/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'bullmq-behind-shared-jobs',
      severity: 'error',
      from: { path: '^(services|shared)/', pathNot: '^shared/jobs/' },
      to: { path: '^node_modules/bullmq/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'express-at-the-edges',
      severity: 'error',
      from: { path: '^services/(catalog|orders)/' },
      to: { path: '^node_modules/express/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rules-are-pure',
      comment:
        'Use cases and rules: no npm package, and of shared only contracts, errors and the shapes of commands.',
      severity: 'error',
      from: {
        path: '^services/(catalog|orders)/',
        pathNot: [
          '/(api|worker)\\.ts$',
          '-(store|models|layout|lists)\\.ts$',
          // The list of orders, and what is kept beside the orders for it.
          '/order-(list|counts|search|search-index)\\.ts$',
          '/(new-products|product-copies|copy-versions)\\.ts$',
        ],
      },
      to: {
        path: [npm, '^node:', '^shared/'],
        pathNot: [
          '^shared/contracts/',
          '^shared/errors\\.ts$',
          '^shared/commands/(handler|records|decide-batch|bulk-operation)\\.ts$',
          '^services/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(coverage|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { conditionNames: ['import', 'node', 'default'], exportsFields: ['exports'] },
    moduleSystems: ['es6', 'cjs'],
  },
};
