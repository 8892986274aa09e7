import { httpUrl, integer, oneOf, oneLine, ports, text } from './kinds.ts';
import { mongodbPassword } from './mongodb-password.ts';
import type { Setting } from './setting.ts';

const local = { group: 'Servers on this machine (npm start)', readBy: ['start', 'servers'] } as const;
const images = { ...local, readBy: ['start', 'servers', 'compose'], kind: text } as const;
const containers = { group: 'Containers', kind: text } as const;
const compose = { ...containers, readBy: ['compose'] } as const;
const backups = { group: 'Backups', kind: text, readBy: ['backup', 'restore'] } as const;
const password = {
  group: 'Passwords at the servers, in containers',
  kind: oneLine,
  isSecret: true,
  readBy: ['secrets'],
} as const;
const ofDatabase = { ...password, kind: mongodbPassword, readBy: ['secrets', 'database'] } as const;

/** Settings for only one way of running the system: on this machine, or in containers. */
export const localSettings = {
  STORE_SERVERS: {
    ...local,
    kind: oneOf('given', 'docker', 'native'),
    doc: 'only this kind of servers, instead of the first that works',
  },
  STORE_CACHE_DIR: {
    ...local,
    kind: text,
    doc: 'where a downloaded mongod is kept; the user’s cache folder without it',
  },
  MONGODB_IMAGE: { ...images, doc: 'another name for the image, of a mirror for example' },
  REDIS_IMAGE: { ...images, doc: 'likewise' },
  RABBITMQ_IMAGE: { ...images, doc: 'likewise' },
  NODE_IMAGE: { ...compose, doc: 'likewise: what our own image is made from' },
  STORE_IMAGE: { ...compose, doc: 'what our own image is called' },
  STORE_PULL_POLICY: {
    ...compose,
    kind: oneOf('build', 'missing', 'always', 'never'),
    default: 'never',
    doc: 'where our own image comes from: never builds it here, missing takes STORE_IMAGE from its registry',
  },
  BACKUP_KEY: {
    ...backups,
    isSecret: true,
    isOwners: true,
    doc: 'encrypts backups and opens them; its public half, age1…, makes them alone. Without a key they are not encrypted',
  },
  BACKUP_KEY_FILE: { ...backups, doc: 'the file that holds it, or another one beside it' },
  BACKUP_DIR: {
    ...backups,
    default: 'backups',
    readBy: ['compose'],
    doc: 'the folder, or volume, where compose keeps backups',
  },
  BACKUP_KEEP: {
    ...backups,
    kind: integer(1),
    default: '7',
    readBy: ['compose'],
    doc: 'how many whole ones it keeps',
  },
  OPEN_FILES: {
    ...compose,
    kind: integer(1024),
    default: '64000',
    doc: 'the most files and connections that one container has open; not above what the engine itself may',
  },
  REVISION: { ...compose, default: 'unknown', doc: 'the commit, as a label of the image' },
  CREATED: { ...compose, default: 'unknown', doc: 'the moment of the build, likewise' },
  GATEWAY_PORTS: {
    ...compose,
    kind: ports,
    default: '3000-3001',
    doc: 'where the gateways of deploy/cluster.yml listen',
  },
  CATALOG_BOARD_PORTS: {
    ...compose,
    kind: ports,
    default: '3010-3019',
    doc: 'where the boards of bulk work are on this machine: the first that is free',
  },
  ORDERS_BOARD_PORTS: { ...compose, kind: ports, default: '3020-3029', doc: 'likewise' },
  WEBHOOKS_BOARD_PORTS: { ...compose, kind: ports, default: '3040-3049', doc: 'likewise' },
  RABBITMQ_BOARD_PORT: {
    ...compose,
    kind: ports,
    default: '15672-15691',
    doc: 'where RabbitMQ’s board is on this machine: the first that is free',
  },
  JAEGER_PORT: { ...compose, kind: ports, default: '16686', doc: 'with --profile observability' },
  PROMETHEUS_PORT: { ...compose, kind: ports, default: '9090', doc: 'likewise' },
  GRAFANA_PORT: { ...compose, kind: ports, default: '3030', doc: 'likewise' },
  STORE_URL: {
    ...containers,
    kind: httpUrl,
    readBy: ['seed'],
    requiredBy: ['seed'],
    doc: 'the gateway, for the command seed',
  },
  STORE_SEED_DIR: {
    ...containers,
    readBy: ['seed'],
    requiredBy: ['seed'],
    doc: 'the folder in which it remembers what it has made',
  },
  STORE_SECRETS: {
    ...containers,
    readBy: ['container'],
    doc: 'the file with what this container alone may know',
  },
  STORE_VOLUMES: {
    ...containers,
    default: '/volumes',
    readBy: ['secrets'],
    doc: 'where the command secrets lays such files',
  },
  MONGODB_MEMBERS: {
    ...containers,
    default: 'mongodb:27017',
    readBy: ['secrets', 'database'],
    doc: 'the members of the replica set, by comma',
  },
  REDIS_HOST: { ...containers, default: 'redis:6379', readBy: ['secrets'], doc: 'Redis' },
  RABBITMQ_HOSTS: { ...containers, default: 'rabbitmq', readBy: ['secrets'], doc: 'the brokers, by comma' },
  MONGODB_PASSWORD: { ...ofDatabase, doc: 'the operator’s; made when it is not given, as all of these' },
  MONGODB_GATEWAY_PASSWORD: { ...ofDatabase, doc: 'of no user yet: the gateway has no database' },
  MONGODB_CATALOG_PASSWORD: { ...ofDatabase, doc: 'the catalog service’s' },
  MONGODB_ORDERS_PASSWORD: { ...ofDatabase, doc: 'the orders service’s' },
  MONGODB_WEBHOOKS_PASSWORD: { ...ofDatabase, doc: 'the webhooks service’s' },
  MONGODB_BACKUP_PASSWORD: { ...ofDatabase, doc: 'of the command backup' },
  MONGODB_RESTORE_PASSWORD: { ...ofDatabase, doc: 'of the command restore' },
  MONGODB_AUDIT_PASSWORD: { ...ofDatabase, doc: 'of the command audit, in Kubernetes' },
  MONGODB_OPERATE_PASSWORD: {
    ...ofDatabase,
    doc: 'of the commands parked and audit --repair, in Kubernetes',
  },
  RABBITMQ_PASSWORD: { ...password, doc: 'the operator’s' },
  RABBITMQ_GATEWAY_PASSWORD: { ...password, doc: 'the gateway’s' },
  RABBITMQ_CATALOG_PASSWORD: { ...password, doc: 'the catalog service’s' },
  RABBITMQ_ORDERS_PASSWORD: { ...password, doc: 'the orders service’s' },
  RABBITMQ_WEBHOOKS_PASSWORD: { ...password, doc: 'the webhooks service’s' },
  RABBITMQ_BACKUP_PASSWORD: { ...password, doc: 'of no user yet: a backup is of the databases' },
  RABBITMQ_RESTORE_PASSWORD: { ...password, doc: 'of the command restore' },
  RABBITMQ_AUDIT_PASSWORD: { ...password, doc: 'of the command audit, in Kubernetes' },
  RABBITMQ_OPERATE_PASSWORD: { ...password, doc: 'of the commands parked and audit --repair, in Kubernetes' },
  REDIS_PASSWORD: { ...password, doc: 'the operator’s' },
  REDIS_GATEWAY_PASSWORD: { ...password, doc: 'the gateway’s' },
  REDIS_CATALOG_PASSWORD: { ...password, doc: 'the catalog service’s' },
  REDIS_ORDERS_PASSWORD: { ...password, doc: 'the orders service’s' },
  REDIS_WEBHOOKS_PASSWORD: { ...password, doc: 'the webhooks service’s' },
  REDIS_BACKUP_PASSWORD: { ...password, doc: 'of no user yet: a backup is of the databases' },
  REDIS_RESTORE_PASSWORD: { ...password, doc: 'of the command restore' },
  REDIS_AUDIT_PASSWORD: { ...password, doc: 'of no user yet: an audit is of the databases and the broker' },
  REDIS_OPERATE_PASSWORD: { ...password, doc: 'of no user yet: repairs are of the databases and the broker' },
  STORE_BOOTSTRAP_PID: {
    ...local,
    kind: integer(1),
    readBy: [],
    doc: 'set by npm’s scripts for the program that they start',
  },
} as const satisfies Record<string, Setting>;
