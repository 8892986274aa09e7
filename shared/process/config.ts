import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { currencyDecimals } from '../contracts/schema-kit/money.ts';
import { pairSecrets } from './internal-secrets.ts';
import type { PairSecrets, PairVariable } from './internal-secrets.ts';
import { readSettings } from './settings/read-settings.ts';
import type { Environment } from './settings/read-settings.ts';
import type { StoreIdentity } from './store-identity.ts';
import type { SettingsOf } from './settings/settings.ts';

/** What every process needs to know, read once in its entry point and passed down. */
export interface CommonConfig {
  /** Prefix of databases, queues and keys: many stores can share the same servers. */
  namespace: string;
  host: string;
  port: number;
  logLevel: string;
  identity: StoreIdentity;
  locale: StoreLocale;
}

type CommonSettings = Pick<
  SettingsOf<'catalog-worker'>,
  'STORE_NAMESPACE' | 'HOST' | 'PORT' | 'LOG_LEVEL' | 'STORE_CURRENCY' | 'STORE_TIME_ZONE'
>;

export function commonConfig(read: CommonSettings): CommonConfig {
  const identity = { currency: read.STORE_CURRENCY, timeZone: read.STORE_TIME_ZONE };
  return {
    namespace: read.STORE_NAMESPACE,
    host: read.HOST,
    port: read.PORT,
    logLevel: read.LOG_LEVEL,
    identity,
    locale: { currencyDecimals: currencyDecimals(identity.currency), timeZone: identity.timeZone },
  };
}

export interface ApiConfig<Pair extends PairVariable = never> extends CommonConfig {
  mongodbUri: string;
  /** Of its callers, and of the services that it calls. */
  pairs: PairSecrets<Pair>;
  /** Where products are asked for that this service has no copy of yet. */
  catalogUrl: string | null;
}

export interface WorkerConfig<Pair extends PairVariable = never> extends ApiConfig<Pair> {
  rabbitmqUrl: string;
  redisUrl: string;
  /** How long a worker keeps messages that it cannot commit. */
  handBackAfterMs: number;
  /** Between two audits of the data; 0: none. */
  auditEveryMs: number;
  /** How long the event log keeps events. */
  eventsKeptMs: number;
}

/** Of the orders service's processes. */
interface Taxed {
  /** 0.15 for 15 %. */
  taxRate: number;
}

export type OrdersApiConfig = ApiConfig<'GATEWAY_ORDERS_SECRET' | 'ORDERS_CATALOG_SECRET'> & Taxed;
export type OrdersWorkerConfig = WorkerConfig<'ORDERS_CATALOG_SECRET'> & Taxed;

export function readCatalogApiConfig(
  environment: Environment,
): ApiConfig<'GATEWAY_CATALOG_SECRET' | 'ORDERS_CATALOG_SECRET'> {
  const read = readSettings(environment, 'catalog-api');
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(['GATEWAY_CATALOG_SECRET', 'ORDERS_CATALOG_SECRET'], read),
    catalogUrl: null,
  };
}

export function readOrdersApiConfig(environment: Environment): OrdersApiConfig {
  const read = readSettings(environment, 'orders-api');
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(['GATEWAY_ORDERS_SECRET', 'ORDERS_CATALOG_SECRET'], read),
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
