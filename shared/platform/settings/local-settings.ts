import { httpUrl, integer, oneOf, oneLine, ports, text } from './kinds.ts';
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
const ofDatabase = { ...password, readBy: ['secrets', 'database'] } as const;

/** Settings for only one way of running the system: on this machine, or in containers. */
export const localSettings = {
  STORE_SERVERS: {
    ...local,
    kind: oneOf('given', 'docker', 'native'),
    doc: 'which MongoDB, Redis and RabbitMQ to use: those at the URIs (given), containers (docker) or programs of this machine (native); if not set, npm start uses the first of these kinds that works',
  },
  STORE_CACHE_DIR: {
    ...local,
    kind: text,
    doc: 'the folder for a downloaded mongod; by default the user’s cache folder',
  },
  MONGODB_IMAGE: {
    ...images,
    doc: 'replaces the name of MongoDB’s container image, for example by a name on a mirror',
  },
  REDIS_IMAGE: { ...images, doc: 'replaces the name of the container image of Redis' },
  RABBITMQ_IMAGE: { ...images, doc: 'replaces the name of RabbitMQ’s container image' },
  NODE_IMAGE: {
    ...compose,
    doc: 'replaces the name of the container image on which the store’s image is based',
  },
  STORE_IMAGE: { ...compose, doc: 'the name of the store’s own image' },
  STORE_PULL_POLICY: {
    ...compose,
    kind: oneOf('build', 'missing', 'always', 'never'),
    default: 'never',
    doc: 'where the store’s image comes from: with never, compose builds it on this machine; with missing, compose pulls it from STORE_IMAGE’s registry',
  },
  BACKUP_KEY: {
    ...backups,
    isSecret: true,
    isOwners: true,
    doc: 'the key that encrypts and decrypts backups; with only its public half, age1…, backups can be made but not read. Without a key, backups are not encrypted',
  },
  BACKUP_KEY_FILE: {
    ...backups,
    doc: 'a file with the key of backups, or with a second key if BACKUP_KEY is set',
  },
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
    doc: 'how many complete backups compose keeps',
  },
  OPEN_FILES: {
    ...compose,
    kind: integer(1024),
    default: '64000',
    doc: 'the maximum number of open files and connections of one container; not above the container engine’s own limit',
  },
  REVISION: { ...compose, default: 'unknown', doc: 'the commit, as a label of the image' },
  CREATED: { ...compose, default: 'unknown', doc: 'the moment of the build, as a label of the image' },
  GATEWAY_PORTS: {
    ...compose,
    kind: ports,
    default: '3000-3001',
    doc: 'the ports of the gateways in deploy/cluster.yml',
  },
  RABBITMQ_BOARD_PORT: {
    ...compose,
    kind: ports,
    default: '15672-15691',
    doc: 'the ports on this machine for RabbitMQ’s management page: the first free port is used',
  },
  JAEGER_PORT: {
    ...compose,
    kind: ports,
    default: '16686',
    doc: 'Jaeger’s port on this machine, with --profile observability',
  },
  PROMETHEUS_PORT: {
    ...compose,
    kind: ports,
    default: '9090',
    doc: 'Prometheus’s port on this machine, with --profile observability',
  },
  GRAFANA_PORT: {
    ...compose,
    kind: ports,
    default: '3030',
    doc: 'Grafana’s port on this machine, with --profile observability',
  },
  STORE_URL: {
    ...containers,
    kind: httpUrl,
    readBy: ['seed'],
    requiredBy: ['seed'],
    doc: 'the URL of the gateway, for the command seed',
  },
  STORE_SEED_DIR: {
    ...containers,
    readBy: ['seed'],
    requiredBy: ['seed'],
    doc: 'the folder in which the command seed stores which records it has created',
  },
  STORE_SECRETS: {
    ...containers,
    readBy: ['container'],
    doc: 'the file with the secrets of only this container',
  },
  STORE_VOLUMES: {
    ...containers,
    default: '/volumes',
    readBy: ['secrets'],
    doc: 'the folder in which the command `secrets` creates the files with secrets',
  },
  MONGODB_MEMBERS: {
    ...containers,
    default: 'mongodb:27017',
    readBy: ['secrets', 'database'],
    doc: 'the members of the replica set, separated by commas',
  },
  REDIS_HOST: {
    ...containers,
    default: 'redis:6379',
    readBy: ['secrets'],
    doc: 'the host and port of Redis',
  },
  RABBITMQ_HOSTS: {
    ...containers,
    default: 'rabbitmq',
    readBy: ['secrets'],
    doc: 'the brokers, separated by commas',
  },
  MONGODB_PASSWORD: {
    ...ofDatabase,
    doc: 'the operator’s password at MongoDB; a password that is not set is generated',
  },
  MONGODB_GATEWAY_PASSWORD: { ...ofDatabase, doc: 'not used yet: the gateway has no database' },
  MONGODB_CATALOG_PASSWORD: { ...ofDatabase, doc: 'the catalog service’s password at MongoDB' },
  MONGODB_ORDERS_PASSWORD: { ...ofDatabase, doc: 'the orders service’s password at MongoDB' },
  MONGODB_WEBHOOKS_PASSWORD: { ...ofDatabase, doc: 'the webhooks service’s password at MongoDB' },
  MONGODB_BACKUP_PASSWORD: { ...ofDatabase, doc: 'the backup command’s password at MongoDB' },
  MONGODB_RESTORE_PASSWORD: { ...ofDatabase, doc: 'the restore command’s password at MongoDB' },
  MONGODB_AUDIT_PASSWORD: { ...ofDatabase, doc: 'the audit command’s password at MongoDB, in Kubernetes' },
  MONGODB_OPERATE_PASSWORD: {
    ...ofDatabase,
    doc: 'the password of the commands parked and audit --repair at MongoDB, in Kubernetes',
  },
  RABBITMQ_PASSWORD: { ...password, doc: 'the operator’s password at RabbitMQ' },
  RABBITMQ_GATEWAY_PASSWORD: { ...password, doc: 'the gateway’s password at RabbitMQ' },
  RABBITMQ_CATALOG_PASSWORD: { ...password, doc: 'the catalog service’s password at RabbitMQ' },
  RABBITMQ_ORDERS_PASSWORD: { ...password, doc: 'the orders service’s password at RabbitMQ' },
  RABBITMQ_WEBHOOKS_PASSWORD: { ...password, doc: 'the webhooks service’s password at RabbitMQ' },
  RABBITMQ_BACKUP_PASSWORD: { ...password, doc: 'not used yet: a backup needs only the databases' },
  RABBITMQ_RESTORE_PASSWORD: { ...password, doc: 'the restore command’s password at RabbitMQ' },
  RABBITMQ_AUDIT_PASSWORD: { ...password, doc: 'the audit command’s password at RabbitMQ, in Kubernetes' },
  RABBITMQ_OPERATE_PASSWORD: {
    ...password,
    doc: 'the password of the commands parked and audit --repair at RabbitMQ, in Kubernetes',
  },
  REDIS_PASSWORD: { ...password, doc: 'the operator’s password at Redis' },
  REDIS_GATEWAY_PASSWORD: { ...password, doc: 'the gateway’s password at Redis' },
  REDIS_CATALOG_PASSWORD: { ...password, doc: 'the catalog service’s password at Redis' },
  REDIS_ORDERS_PASSWORD: { ...password, doc: 'the orders service’s password at Redis' },
  REDIS_WEBHOOKS_PASSWORD: { ...password, doc: 'the webhooks service’s password at Redis' },
  REDIS_BACKUP_PASSWORD: { ...password, doc: 'not used yet: a backup needs only the databases' },
  REDIS_RESTORE_PASSWORD: { ...password, doc: 'the restore command’s password at Redis' },
  REDIS_AUDIT_PASSWORD: { ...password, doc: 'not used yet: an audit needs no Redis' },
  REDIS_OPERATE_PASSWORD: { ...password, doc: 'not used yet: repairs need no Redis' },
  STORE_BOOTSTRAP_PID: {
    ...local,
    kind: integer(1),
    readBy: [],
    doc: 'set by npm’s scripts for the program that they start',
  },
} as const satisfies Record<string, Setting>;
