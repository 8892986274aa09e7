import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { currencyDecimals } from '../contracts/schema-kit/money.ts';
import { pairSecrets, type PairSecret, type PairSecrets, type PairVariable } from './internal-secrets.ts';
import { keyCheck } from './key-checks.ts';
import type { CertificateFiles } from './settings/certificate-files.ts';
import { readSettings, type Environment } from './settings/read-settings.ts';
import type { StoreIdentity } from './store-identity.ts';
import type { SettingsOf } from './settings/settings.ts';

/** The configuration that every process needs, read once at its entry point and passed down. */
export interface CommonConfig {
  /** Prefix of databases, queues and keys: several shops can share the same servers. */
  namespace: string;
  host: string;
  port: number;
  /** The certificate for TLS on its ports; null: no TLS. */
  certificate: CertificateFiles | null;
  logLevel: string;
  identity: StoreIdentity;
  locale: StoreLocale;
}

type CommonSettings = Pick<
  SettingsOf<'catalog-worker'>,
  | 'STORE_NAMESPACE'
  | 'HOST'
  | 'PORT'
  | 'TLS_CERT_FILE'
  | 'TLS_KEY_FILE'
  | 'LOG_LEVEL'
  | 'STORE_CURRENCY'
  | 'STORE_TIME_ZONE'
>;

export function commonConfig(read: CommonSettings): CommonConfig {
  const identity = { currency: read.STORE_CURRENCY, timeZone: read.STORE_TIME_ZONE };
  return {
    namespace: read.STORE_NAMESPACE,
    host: read.HOST,
    port: read.PORT,
    certificate: certificateFiles(read),
    logLevel: read.LOG_LEVEL,
    identity,
    locale: { currencyDecimals: currencyDecimals(identity.currency), timeZone: identity.timeZone },
  };
}

/** Null without TLS. The settings check ensures that both settings are set, or neither. */
export function certificateFiles({
  TLS_CERT_FILE: certFile,
  TLS_KEY_FILE: keyFile,
}: Pick<SettingsOf<'gateway'>, 'TLS_CERT_FILE' | 'TLS_KEY_FILE'>): CertificateFiles | null {
  return certFile === null || keyFile === null ? null : { certFile, keyFile };
}

export interface ApiConfig<Pair extends PairVariable = never> extends CommonConfig {
  mongodbUri: string;
  /** The secrets shared with its callers and with the services that it calls. */
  pairs: PairSecrets<Pair>;
  /** The service to ask for products that this service has no copy of yet. */
  catalogUrl: string | null;
}

export interface WorkerConfig<Pair extends PairVariable = never> extends ApiConfig<Pair> {
  rabbitmqUrl: string;
  redisUrl: string;
  /** How long a worker keeps messages that it cannot commit. */
  handBackAfterMs: number;
  /** The time between two audits of the data; 0: no audits. */
  auditEveryMs: number;
  /** How long the event log keeps events. */
  eventsKeptMs: number;
}

/** The configuration of the orders service's processes. */
interface Taxed {
  /** 0.15 for 15 %. */
  taxRate: number;
}

export type CatalogApiConfig = ApiConfig<
  'GATEWAY_CATALOG_SECRET' | 'ORDERS_CATALOG_SECRET' | 'WEBHOOKS_CATALOG_SECRET'
>;
export type OrdersApiConfig = ApiConfig<
  'GATEWAY_ORDERS_SECRET' | 'ORDERS_CATALOG_SECRET' | 'WEBHOOKS_ORDERS_SECRET'
> &
  Taxed;
export type OrdersWorkerConfig = WorkerConfig<'ORDERS_CATALOG_SECRET'> & Taxed;

/** The configuration of the webhooks service's processes. */
interface Receivers {
  /** Hosts that may be reached regardless of their addresses, as written in URLs. */
  allowedHosts: readonly string[];
}
export type WebhooksApiConfig = ApiConfig<'GATEWAY_WEBHOOKS_SECRET'> & Receivers;
export type WebhooksWorkerConfig = WorkerConfig<'WEBHOOKS_CATALOG_SECRET' | 'WEBHOOKS_ORDERS_SECRET'> &
  Receivers & {
    /** The services from which events and current records are read. */
    sources: Record<'catalog' | 'orders', { url: string; proof: PairSecret }>;
    /** Encrypts the endpoints' secrets. */
    secretsKey: string;
  };

export function readCatalogApiConfig(environment: Environment): CatalogApiConfig {
  const read = readSettings(environment, 'catalog-api');
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(['GATEWAY_CATALOG_SECRET', 'ORDERS_CATALOG_SECRET', 'WEBHOOKS_CATALOG_SECRET'], read),
    catalogUrl: null,
  };
}

export function readOrdersApiConfig(environment: Environment): OrdersApiConfig {
  const read = readSettings(environment, 'orders-api');
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(['GATEWAY_ORDERS_SECRET', 'ORDERS_CATALOG_SECRET', 'WEBHOOKS_ORDERS_SECRET'], read),
    catalogUrl: read.CATALOG_URL,
    taxRate: read.TAX_RATE,
  };
}

export function readCatalogWorkerConfig(environment: Environment): WorkerConfig {
  const read = readSettings(environment, 'catalog-worker');
  return { ...commonConfig(read), ...serversOf(read), pairs: {}, catalogUrl: null };
}

export function readOrdersWorkerConfig(environment: Environment): OrdersWorkerConfig {
  const read = readSettings(environment, 'orders-worker');
  return {
    ...commonConfig(read),
    ...serversOf(read),
    pairs: pairSecrets(['ORDERS_CATALOG_SECRET'], read),
    catalogUrl: read.CATALOG_URL,
    taxRate: read.TAX_RATE,
  };
}

export function readWebhooksApiConfig(environment: Environment): WebhooksApiConfig {
  const read = readSettings(environment, 'webhooks-api');
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(['GATEWAY_WEBHOOKS_SECRET'], read),
    catalogUrl: null,
    allowedHosts: read.WEBHOOK_ALLOW_HOSTS,
  };
}

export function readWebhooksWorkerConfig(environment: Environment): WebhooksWorkerConfig {
  const read = readSettings(environment, 'webhooks-worker');
  const pairs = pairSecrets(['WEBHOOKS_CATALOG_SECRET', 'WEBHOOKS_ORDERS_SECRET'], read);
  const common = commonConfig(read);
  const keys = { WEBHOOK_SECRETS_KEY: keyCheck('WEBHOOK_SECRETS_KEY', read.WEBHOOK_SECRETS_KEY) };
  return {
    ...common,
    ...serversOf(read),
    identity: { ...common.identity, keys },
    pairs,
    catalogUrl: read.CATALOG_URL,
    sources: {
      catalog: { url: read.CATALOG_URL, proof: pairs.WEBHOOKS_CATALOG_SECRET },
      orders: { url: read.ORDERS_URL, proof: pairs.WEBHOOKS_ORDERS_SECRET },
    },
    allowedHosts: read.WEBHOOK_ALLOW_HOSTS,
    secretsKey: read.WEBHOOK_SECRETS_KEY,
  };
}

type WorkerSettings = Pick<
  SettingsOf<'catalog-worker'>,
  | 'MONGODB_URI'
  | 'RABBITMQ_URL'
  | 'REDIS_URL'
  | 'HAND_BACK_SECONDS'
  | 'AUDIT_INTERVAL_HOURS'
  | 'EVENT_RETENTION_DAYS'
>;

function serversOf(read: WorkerSettings) {
  return {
    mongodbUri: read.MONGODB_URI,
    rabbitmqUrl: read.RABBITMQ_URL,
    redisUrl: read.REDIS_URL,
    handBackAfterMs: read.HAND_BACK_SECONDS * 1000,
    auditEveryMs: read.AUDIT_INTERVAL_HOURS * 3600 * 1000,
    eventsKeptMs: read.EVENT_RETENTION_DAYS * 24 * 3600 * 1000,
  };
}
