import { flag, httpUrl, integer, moment, number, oneOf, port, secret, text } from './kinds.ts';
import { processReaders, type ProcessReader, type Setting } from './setting.ts';

const between = 'Between the processes';
const word = { group: between, kind: secret, isSecret: true } as const;
const tests = { group: 'Tests', readBy: processReaders } as const;
const telemetry = { group: 'Telemetry', readBy: processReaders, isOwners: true } as const;

/** A secret that these processes share. In containers, the program `secrets` creates it. */
const secretOf = <const R extends ProcessReader>(...processes: readonly R[]) =>
  ({ ...word, readBy: [...processes, 'secrets'], requiredBy: processes }) as const;

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
    doc: 'the worker’s port if the api and the worker of a service run in one process; by default PORT',
  },
  GATEWAY_CATALOG_SECRET: {
    ...secretOf('gateway', 'catalog-api'),
    doc: 'the secret with which the gateway identifies itself to the catalog service',
  },
  GATEWAY_ORDERS_SECRET: {
    ...secretOf('gateway', 'orders-api'),
    doc: 'the secret with which the gateway identifies itself to the orders service',
  },
  ORDERS_CATALOG_SECRET: {
    ...secretOf('catalog-api', 'orders-api', 'orders-worker'),
    doc: 'the secret with which the orders service identifies itself to the catalog service',
  },
  GATEWAY_WEBHOOKS_SECRET: {
    ...secretOf('gateway', 'webhooks-api'),
    doc: 'the secret with which the gateway identifies itself to the webhooks service',
  },
  WEBHOOKS_CATALOG_SECRET: {
    ...secretOf('catalog-api', 'webhooks-worker'),
    doc: 'the secret with which the webhooks service identifies itself to the catalog service',
  },
  WEBHOOKS_ORDERS_SECRET: {
    ...secretOf('orders-api', 'webhooks-worker'),
    doc: 'the secret with which the webhooks service identifies itself to the orders service',
  },
  WEBHOOK_SECRETS_KEY: {
    ...secretOf('webhooks-worker'),
    doc: 'the key that encrypts the secrets of webhook endpoints; a process refuses to start if the data was stored with a different key',
  },
  OPERATION_ID_KEY: {
    ...secretOf('gateway'),
    doc: 'the key that signs ids of operations; a process refuses to start if the data was stored with a different key',
  },
  COMMAND_ID_KEY: {
    ...secretOf('gateway'),
    doc: 'the key that hashes idempotency keys; a process refuses to start if the data was stored with a different key',
  },
  OPERATION_ID_OLD_KEY: {
    ...word,
    isOwners: true,
    readBy: ['gateway'],
    doc: 'the former OPERATION_ID_KEY; ids signed with it stay valid until OPERATION_ID_OLD_KEY_UNTIL',
  },
  OPERATION_ID_OLD_KEY_UNTIL: {
    group: between,
    kind: moment,
    isOwners: true,
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
    doc: 'OpenTelemetry’s sampler, which chooses the requests that are traced',
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
    ...tests,
    kind: oneOf('0', '1'),
    default: '0',
    doc: '1 lets the chaos suite kill a process at its kill points',
  },
  CHAOS_FOLDER: {
    ...tests,
    kind: text,
    doc: 'the folder of the files with which the chaos suite makes a process fail at a given point',
  },
  CHAOS_SHORT_WAITS: {
    ...tests,
    kind: oneOf('0', '1'),
    default: '0',
    doc: '1 shortens the waits before a failed command or unfinished bulk work is tried again, and between heartbeats',
  },
} as const satisfies Record<string, Setting>;
