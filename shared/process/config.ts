import Joi from 'joi';
import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { currencyDecimals } from '../contracts/schema-kit/money.ts';
import { eachHost } from './each-host.ts';

/** What every process needs to know, read once in its entry point and passed down. */
export interface CommonConfig {
  /** Prefix of databases, queues and keys: many stores can share the same servers. */
  namespace: string;
  host: string;
  port: number;
  logLevel: string;
  /** Proves to another process of this store that the caller is one too. */
  internalSecret: string;
  locale: StoreLocale;
}

const common = {
  STORE_NAMESPACE: Joi.string()
    .pattern(/^[a-z][a-z0-9-]{0,40}$/)
    .default('store'),
  HOST: Joi.string().default('127.0.0.1'),
  PORT: Joi.number().port().required(),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  INTERNAL_SECRET: Joi.string().min(16).required(),
  STORE_CURRENCY: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .default('USD'),
  STORE_TIME_ZONE: Joi.string()
    .valid('UTC', ...Intl.supportedValuesOf('timeZone'))
    .default('UTC'),
};

/** The address of a server, or of all servers of a cluster at once. */
function addresses(...schemes: string[]): Joi.StringSchema {
  const address = Joi.string().uri({ scheme: schemes });
  return Joi.string().custom((value: string, context) => {
    const isRight = eachHost(value).every((url) => address.validate(url).error === undefined);
    return isRight ? value : context.error('string.uriCustomScheme', { scheme: schemes.join('|') });
  });
}

const database = { MONGODB_URI: addresses('mongodb', 'mongodb+srv').required() };
const broker = { RABBITMQ_URL: addresses('amqp', 'amqps').required() };
const redis = {
  REDIS_URL: Joi.string()
    .uri({ scheme: ['redis', 'rediss'] })
    .required(),
};
/** `https://a.example, https://b.example` as browsers write origins: anything else would never match one. */
function originList(text: string, helpers: Joi.CustomHelpers): string[] | Joi.ErrorReport {
  const origins = text
    .split(',')
    .map((origin) => origin.trim())
    .filter((origin) => origin !== '');
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  if (wrong === undefined) return origins;
  return helpers.message({
    custom: `{{#label}} must be origins by comma, such as https://shop.example: "${wrong}" is none`,
  });
}

const url = () => Joi.string().uri({ scheme: ['http', 'https'] });

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Where keys come from: who can answer in its place decides whose tokens are valid. */
function keysUrl(text: string, helpers: Joi.CustomHelpers): string | Joi.ErrorReport {
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:' || loopback.test(hostname)) return text;
  return helpers.message({
    custom:
      '{{#label}} must begin with https:// unless it is on this machine: keys that come by http can be replaced on their way',
  });
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads these variables or stops the process with every one that is wrong, named. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- names what the variables read as
function readEnvironment<T>(variables: Joi.PartialSchemaMap, environment: Environment): T {
  const schema = Joi.object<T>({ ...common, ...variables }).unknown();
  const result = schema.validate(environment, { abortEarly: false, errors: { wrap: { label: false } } });
  if (result.error) {
    const faults = result.error.details.map((detail) => `  ${detail.message}`).join('\n');
    throw new Error(`These environment variables must be set right before the process can start:\n${faults}`);
  }
  return result.value;
}

interface CommonVariables {
  STORE_NAMESPACE: string;
  HOST: string;
  PORT: number;
  LOG_LEVEL: string;
  INTERNAL_SECRET: string;
  STORE_CURRENCY: string;
  STORE_TIME_ZONE: string;
}

function commonConfig(variables: CommonVariables): CommonConfig {
  return {
    namespace: variables.STORE_NAMESPACE,
    host: variables.HOST,
    port: variables.PORT,
    logLevel: variables.LOG_LEVEL,
    internalSecret: variables.INTERNAL_SECRET,
    locale: {
      currencyDecimals: currencyDecimals(variables.STORE_CURRENCY),
      timeZone: variables.STORE_TIME_ZONE,
    },
  };
}

export interface ApiConfig extends CommonConfig {
  mongodbUri: string;
  /** Where products are asked for that this service has no copy of yet. */
  catalogUrl: string | null;
}

export function readApiConfig(environment: Environment): ApiConfig {
  const read = readEnvironment<CommonVariables & { MONGODB_URI: string; CATALOG_URL?: string }>(
    { ...database, CATALOG_URL: url() },
    environment,
  );
  return { ...commonConfig(read), mongodbUri: read.MONGODB_URI, catalogUrl: read.CATALOG_URL ?? null };
}

export interface WorkerConfig extends ApiConfig {
  rabbitmqUrl: string;
  redisUrl: string;
  /** 0.15 for 15 %. */
  taxRate: number;
}

export function readWorkerConfig(environment: Environment): WorkerConfig {
  const read = readEnvironment<
    CommonVariables & {
      MONGODB_URI: string;
      CATALOG_URL?: string;
      RABBITMQ_URL: string;
      REDIS_URL: string;
      TAX_RATE: number;
    }
  >(
    { ...database, ...broker, ...redis, CATALOG_URL: url(), TAX_RATE: Joi.number().min(0).max(1).default(0) },
    environment,
  );
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    catalogUrl: read.CATALOG_URL ?? null,
    rabbitmqUrl: read.RABBITMQ_URL,
    redisUrl: read.REDIS_URL,
    taxRate: read.TAX_RATE,
  };
}

export interface GatewayConfig extends CommonConfig {
  /** Port of /metrics, for the inside. */
  internalPort: number;
  rabbitmqUrl: string;
  redisUrl: string;
  serviceUrls: { catalog: string; orders: string };
  publicUrl: string | null;
  trustProxyHops: number;
  auth: {
    keysDir: string;
    jwksUrl: string | null;
    issuer: string | null;
    audience: string | null;
    userClaim: string;
    /** `typ` of an identity provider's access tokens; null: not told. */
    tokenType: string | null;
  };
  ratePerMinute: number;
  checkoutRatePerMinute: number;
  /** Writes and bulk operations that one caller may have accepted and not decided. */
  unfinishedPerCaller: number;
  /** Reads whose answers one caller may have under way. */
  openReadsPerCaller: number;
  /** Streams of events that one caller may have open. */
  streamsPerCaller: number;
  corsOrigins: string[];
  /** What strangers may keep the gateway waiting for. */
  limits: {
    headersTimeoutMs: number;
    requestTimeoutMs: number;
    slowReaderTimeoutMs: number;
    maxConnections: number;
  };
}

interface GatewayVariables extends CommonVariables {
  INTERNAL_PORT: number;
  RABBITMQ_URL: string;
  REDIS_URL: string;
  CATALOG_URL: string;
  ORDERS_URL: string;
  PUBLIC_URL?: string;
  TRUST_PROXY: number;
  AUTH_KEYS_DIR: string;
  AUTH_JWKS_URL?: string;
  AUTH_ISSUER?: string;
  AUTH_AUDIENCE?: string;
  AUTH_USER_CLAIM: string;
  AUTH_TOKEN_TYPE?: string;
  RATE_LIMIT_PER_MINUTE: number;
  CHECKOUT_RATE_LIMIT_PER_MINUTE: number;
  UNFINISHED_OPERATIONS_PER_CALLER: number;
  OPEN_READS_PER_CALLER: number;
  STREAMS_PER_CALLER: number;
  CORS_ORIGINS: string[];
  HEADERS_TIMEOUT_SECONDS: number;
  REQUEST_TIMEOUT_SECONDS: number;
  SLOW_READER_TIMEOUT_SECONDS: number;
  MAX_CONNECTIONS: number;
}

const gateway = {
  ...broker,
  ...redis,
  INTERNAL_PORT: Joi.number().port().required(),
  CATALOG_URL: url().required(),
  ORDERS_URL: url().required(),
  PUBLIC_URL: url(),
  TRUST_PROXY: Joi.number().integer().min(0).max(16).default(0),
  AUTH_KEYS_DIR: Joi.string().default('.data/keys'),
  AUTH_JWKS_URL: url().custom(keysUrl),
  AUTH_ISSUER: Joi.string().when('AUTH_JWKS_URL', { is: Joi.exist(), then: Joi.required() }),
  AUTH_AUDIENCE: Joi.string().when('AUTH_JWKS_URL', { is: Joi.exist(), then: Joi.required() }),
  AUTH_USER_CLAIM: Joi.string().default('sub'),
  AUTH_TOKEN_TYPE: Joi.string(),
  RATE_LIMIT_PER_MINUTE: Joi.number().integer().min(1).default(600),
  CHECKOUT_RATE_LIMIT_PER_MINUTE: Joi.number().integer().min(1).default(30),
  UNFINISHED_OPERATIONS_PER_CALLER: Joi.number().integer().min(1).default(100),
  OPEN_READS_PER_CALLER: Joi.number().integer().min(1).default(100),
  STREAMS_PER_CALLER: Joi.number().integer().min(1).default(10),
  CORS_ORIGINS: Joi.string().empty('').custom(originList).default([]),
  HEADERS_TIMEOUT_SECONDS: Joi.number().min(0.1).max(120).default(10),
  // Longer than for the headers, which are a part of the request.
  REQUEST_TIMEOUT_SECONDS: Joi.number().min(Joi.ref('HEADERS_TIMEOUT_SECONDS')).max(3600).default(30),
  SLOW_READER_TIMEOUT_SECONDS: Joi.number().min(0.1).max(3600).default(30),
  MAX_CONNECTIONS: Joi.number().integer().min(1).default(10_000),
};

export function readGatewayConfig(environment: Environment): GatewayConfig {
  const read = readEnvironment<GatewayVariables>(gateway, environment);
  return {
    ...commonConfig(read),
    internalPort: read.INTERNAL_PORT,
    rabbitmqUrl: read.RABBITMQ_URL,
    redisUrl: read.REDIS_URL,
    serviceUrls: { catalog: read.CATALOG_URL, orders: read.ORDERS_URL },
    publicUrl: read.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxyHops: read.TRUST_PROXY,
    auth: {
      keysDir: read.AUTH_KEYS_DIR,
      jwksUrl: read.AUTH_JWKS_URL ?? null,
      issuer: read.AUTH_ISSUER ?? null,
      audience: read.AUTH_AUDIENCE ?? null,
      userClaim: read.AUTH_USER_CLAIM,
      tokenType: read.AUTH_TOKEN_TYPE ?? null,
    },
    ratePerMinute: read.RATE_LIMIT_PER_MINUTE,
    checkoutRatePerMinute: read.CHECKOUT_RATE_LIMIT_PER_MINUTE,
    unfinishedPerCaller: read.UNFINISHED_OPERATIONS_PER_CALLER,
    openReadsPerCaller: read.OPEN_READS_PER_CALLER,
    streamsPerCaller: read.STREAMS_PER_CALLER,
    corsOrigins: read.CORS_ORIGINS,
    limits: {
      headersTimeoutMs: read.HEADERS_TIMEOUT_SECONDS * 1000,
      requestTimeoutMs: read.REQUEST_TIMEOUT_SECONDS * 1000,
      slowReaderTimeoutMs: read.SLOW_READER_TIMEOUT_SECONDS * 1000,
      maxConnections: read.MAX_CONNECTIONS,
    },
  };
}
