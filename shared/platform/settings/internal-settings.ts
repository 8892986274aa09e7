import { flag, httpUrl, integer, moment, number, oneOf, port, secret, text } from './kinds.ts';
import { processReaders, type Setting } from './setting.ts';

const between = 'Between the processes';
const word = { group: between, kind: secret, isSecret: true } as const;
const telemetry = { group: 'Telemetry', readBy: processReaders, isOwners: true } as const;

const gatewayAndSecrets = ['gateway', 'secrets'] as const;
const toWebhooks = ['gateway', 'webhooks-api'] as const;
const webhooksToCatalog = ['catalog-api', 'webhooks-worker'] as const;
const webhooksToOrders = ['orders-api', 'webhooks-worker'] as const;
const toCatalog = ['gateway', 'catalog-api'] as const;
const toOrders = ['gateway', 'orders-api'] as const;
const ordersToCatalog = ['catalog-api', 'orders-api', 'orders-worker'] as const;

/** How the processes reach and trust each other, and their telemetry. `npm start` and compose generate the secrets. */
export const internalSettings = {
  CATALOG_URL: {
    group: between,
    kind: httpUrl,
    requiredBy: ['gateway', 'webhooks-worker'],
    readBy: ['gateway', 'orders-api', 'orders-worker', 'webhooks-worker'],
    doc: 'the catalog service, as the gateway, the orders service and the webhooks service reach it',
  },
  ORDERS_URL: {
    group: between,
    kind: httpUrl,
    requiredBy: ['gateway', 'webhooks-worker'],
    readBy: ['gateway', 'webhooks-worker'],
    doc: 'the orders service, as the gateway and the webhooks service reach it',
  },
  WEBHOOKS_URL: {
    group: between,
    kind: httpUrl,
    requiredBy: ['gateway'],
    readBy: ['gateway'],
    doc: 'the webhooks service, as the gateway reaches it',
  },
  INTERNAL_PORT: {
    group: between,
    kind: port,
    default: '3001',
    readBy: ['gateway'],
    doc: 'the port for the metrics and the health checks of the gateway',
  },
  WORKER_PORT: {
    group: between,
    kind: port,
    readBy: ['catalog-worker', 'orders-worker', 'webhooks-worker'],
    doc: 'the worker’s port if a service’s api and worker are one process; by default PORT',
  },
  GATEWAY_CATALOG_SECRET: {
    ...word,
    readBy: [...toCatalog, 'secrets'],
    requiredBy: toCatalog,
    doc: 'the secret with which the gateway identifies itself to the catalog service; only these two know it',
  },
  GATEWAY_ORDERS_SECRET: {
    ...word,
    readBy: [...toOrders, 'secrets'],
    requiredBy: toOrders,
    doc: 'the secret with which the gateway identifies itself to the orders service',
  },
  ORDERS_CATALOG_SECRET: {
    ...word,
    readBy: [...ordersToCatalog, 'secrets'],
    requiredBy: ordersToCatalog,
    doc: 'the secret with which the orders service identifies itself to the catalog service',
  },
  GATEWAY_WEBHOOKS_SECRET: {
    ...word,
    readBy: [...toWebhooks, 'secrets'],
    requiredBy: toWebhooks,
    doc: 'the secret with which the gateway identifies itself to the webhooks service',
  },
  WEBHOOKS_CATALOG_SECRET: {
    ...word,
    readBy: [...webhooksToCatalog, 'secrets'],
    requiredBy: webhooksToCatalog,
    doc: 'the secret with which the webhooks service identifies itself to the catalog service',
  },
  WEBHOOKS_ORDERS_SECRET: {
    ...word,
    readBy: [...webhooksToOrders, 'secrets'],
    requiredBy: webhooksToOrders,
    doc: 'the secret with which the webhooks service identifies itself to the orders service',
  },
  WEBHOOK_SECRETS_KEY: {
    ...word,
    readBy: ['webhooks-worker', 'secrets'],
    requiredBy: ['webhooks-worker'],
    doc: 'encrypts the secrets of webhook endpoints; a process with another key than the data’s refuses to start',
  },
  OPERATION_ID_KEY: {
    ...word,
    readBy: gatewayAndSecrets,
    requiredBy: ['gateway'],
    doc: 'signs ids of operations; a process with another key than the data’s refuses to start',
  },
  COMMAND_ID_KEY: {
    ...word,
    readBy: gatewayAndSecrets,
    requiredBy: ['gateway'],
    doc: 'hashes idempotency keys; a process with another key than the data’s refuses to start',
  },
  OPERATION_ID_OLD_KEY: {
    ...word,
    readBy: ['gateway'],
    doc: 'ids signed with this former key are also valid, until OPERATION_ID_OLD_KEY_UNTIL',
  },
  OPERATION_ID_OLD_KEY_UNTIL: {
    group: between,
    kind: moment,
    readBy: ['gateway'],
    doc: 'the moment in ISO 8601 until which OPERATION_ID_OLD_KEY is valid',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...telemetry,
    kind: httpUrl,
    doc: 'the URL to which traces are sent; if not set, no traces are sent',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    ...telemetry,
    kind: httpUrl,
    doc: 'the whole URL to which traces are sent, with its path',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    ...telemetry,
    kind: oneOf('http/protobuf', 'http/json', 'grpc'),
    default: 'http/protobuf',
    doc: 'the protocol with which traces are sent',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    ...telemetry,
    kind: text,
    isSecret: true,
    doc: 'headers that are sent with traces, as name=value, separated by commas',
  },
  OTEL_TRACES_SAMPLER: {
    ...telemetry,
    kind: text,
    default: 'parentbased_traceidratio',
    doc: 'which requests are traced',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    ...telemetry,
    kind: number(0, 1),
    default: '0.05',
    doc: 'the share of requests that are traced: 0.05 for 5 %',
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    ...telemetry,
    kind: integer(1),
    default: '5000',
    unit: 'ms',
    doc: 'how long finished spans are gathered before they are sent',
  },
  OTEL_BSP_MAX_QUEUE_SIZE: {
    ...telemetry,
    kind: integer(1),
    default: '2048',
    doc: 'how many finished spans may wait; further spans are dropped',
  },
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: {
    ...telemetry,
    kind: integer(1),
    default: '512',
    doc: 'how many spans are sent together',
  },
  OTEL_BSP_EXPORT_TIMEOUT: {
    ...telemetry,
    kind: integer(1),
    default: '30000',
    unit: 'ms',
    doc: 'how long sending spans may take; after that, these spans are dropped',
  },
  OTEL_SERVICE_NAME: {
    group: 'Telemetry',
    kind: text,
    readBy: processReaders,
    doc: 'the name of a process in traces and metrics; by default the process’s own name',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    ...telemetry,
    kind: text,
    doc: 'attributes of every span, as name=value, separated by commas',
  },
  OTEL_SDK_DISABLED: { ...telemetry, kind: flag, default: 'false', doc: 'true turns off traces and metrics' },
  CHAOS: {
    group: 'Tests',
    kind: oneOf('0', '1'),
    default: '0',
    readBy: processReaders,
    doc: '1 lets the chaos suite kill a process at its kill points',
  },
  CHAOS_FOLDER: {
    group: 'Tests',
    kind: text,
    readBy: processReaders,
    doc: 'the folder in which the chaos suite writes the kill point of a process',
  },
  CHAOS_SHORT_WAITS: {
    group: 'Tests',
    kind: oneOf('0', '1'),
    default: '0',
    readBy: processReaders,
    doc: '1 shortens the waits before a failed command or unfinished bulk work is tried again, and between heartbeats',
  },
} as const satisfies Record<string, Setting>;
