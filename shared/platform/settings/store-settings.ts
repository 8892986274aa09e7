import {
  baseUrl,
  currency,
  hosts,
  namespace,
  number,
  integer,
  oneOf,
  origins,
  port,
  serverUrl,
  sourceHosts,
  text,
  timeZone,
} from './kinds.ts';
import { processReaders, type Setting } from './setting.ts';

const group = 'What a store owner sets';
const ofOwner = { group, isOwners: true } as const;
const ofGateway = { ...ofOwner, readBy: ['gateway', 'start'] } as const;
const ofOrders = { ...ofOwner, readBy: ['orders-api', 'orders-worker', 'start'] } as const;
const [_gateway, ...services] = processReaders;
const workers = ['catalog-worker', 'orders-worker', 'webhooks-worker'] as const;
const operators = ['audit', 'parked'] as const;
const ofDatabases = ['migrate', 'indexes'] as const;
const ofData = [
  ...operators,
  ...ofDatabases,
  'backup',
  'restore',
  'bytes-per-order',
  'start',
  'servers',
] as const;

/** Settings that are set once for a store: its names, the meaning of its data and its servers. */
export const storeSettings = {
  PORT: {
    group,
    kind: port,
    default: '3000',
    readBy: [...processReaders, 'console', 'start', 'compose'],
    doc: 'the port on which a process listens; with npm start and compose, the port of the gateway',
  },
  HOST: {
    group,
    kind: text,
    default: '127.0.0.1',
    readBy: [...processReaders, 'console', 'start'],
    doc: 'the address to which a process binds; 0.0.0.0 is every address of the machine',
  },
  PUBLIC_URL: {
    ...ofOwner,
    kind: baseUrl,
    readBy: ['gateway', 'console', 'start'],
    doc: 'the store’s address for clients and browsers; links in responses begin with it',
  },
  STORE_CURRENCY: {
    ...ofOwner,
    kind: currency,
    default: 'USD',
    readBy: [...processReaders, 'start', 'seed', ...ofDatabases],
    doc: 'the currency of all amounts, which determines their number of decimals; stored at the first start, and cannot be changed later',
  },
  STORE_TIME_ZONE: {
    ...ofOwner,
    kind: timeZone,
    default: 'UTC',
    readBy: [...processReaders, 'start', ...ofDatabases],
    doc: 'the time zone of date filters and of dates without an offset; stored at the first start, and cannot be changed later',
  },
  TAX_RATE: {
    ...ofOrders,
    kind: number(0, 1),
    default: '0',
    doc: 'the tax rate of a checkout: 0.15 for 15 %; an order keeps the rate at which it was placed',
  },
  RETURN_DAYS: {
    ...ofOrders,
    kind: integer(0, 3650),
    default: '14',
    doc: 'for how many days after the delivery shoppers can request a return; 0 means never. Staff can always take goods back',
  },
  WEBHOOK_ALLOW_HOSTS: {
    ...ofOwner,
    kind: hosts,
    default: '',
    readBy: ['webhooks-api', 'webhooks-worker', 'start'],
    doc: 'webhook hosts that may have private addresses and use http, spelled as in the webhooks’ URLs and separated by commas; every other host needs a public address and https',
  },
  CORS_ORIGINS: {
    ...ofGateway,
    kind: origins,
    default: '',
    doc: 'the origins from which browsers may call the API, separated by commas',
  },
  IMAGE_HOSTS: {
    ...ofGateway,
    kind: sourceHosts,
    default: '',
    doc: 'hosts, separated by commas, from which the console may load pictures and the shop’s logo by https: images.example.com, or *.example.com for every subdomain',
  },
  TRUST_PROXY: {
    ...ofGateway,
    kind: integer(0, 16),
    default: '0',
    // The ingress controller is one proxy.
    inKubernetes: '1',
    doc: 'the number of proxies in front of the gateway',
  },
  LOG_LEVEL: {
    ...ofOwner,
    kind: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    default: 'info',
    readBy: [...processReaders, 'start', ...ofDatabases],
    doc: 'the lowest level of the log lines that the processes write',
  },
  STORE_NAMESPACE: {
    ...ofOwner,
    kind: namespace,
    default: 'store',
    readBy: [...processReaders, ...ofData, 'secrets', 'database'],
    doc: 'the prefix of databases, queues and keys, so that several stores can share servers',
  },
  MONGODB_URI: {
    group,
    kind: serverUrl('mongodb', 'mongodb+srv'),
    isSecret: true,
    readBy: [...services, ...ofData],
    requiredBy: [...services, 'indexes'],
    doc: 'the URI of MongoDB; if not set, npm start and npm run servers start their own MongoDB. For a cluster, list every host, separated by commas',
  },
  REDIS_URL: {
    group,
    kind: serverUrl('redis', 'rediss'),
    isSecret: true,
    readBy: ['gateway', ...workers, 'start', 'servers', 'restore'],
    requiredBy: ['gateway', ...workers],
    doc: 'the URL of Redis; if not set, npm start and npm run servers start their own Redis',
  },
  RABBITMQ_URL: {
    group,
    kind: serverUrl('amqp', 'amqps'),
    isSecret: true,
    readBy: ['gateway', ...workers, 'start', 'servers', ...operators, 'restore'],
    requiredBy: ['gateway', ...workers],
    doc: 'the URL of RabbitMQ; if not set, npm start and npm run servers start their own RabbitMQ. For a cluster, list every host, separated by commas',
  },
} as const satisfies Record<string, Setting>;
