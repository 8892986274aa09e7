import Joi from 'joi';
import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { currencyDecimals } from '../contracts/schema-kit/money.ts';
import { eachHost } from './each-host.ts';
import { idKeys, pairSecrets } from './internal-secrets.ts';
import type {
  IdKeys,
  IdKeyVariables,
  PairEnvironment,
  PairSecret,
  PairSecrets,
  PairVariable,
} from './internal-secrets.ts';

/** What every process needs to know, read once in its entry point and passed down. */
export interface CommonConfig {
  /** Prefix of databases, queues and keys: many stores can share the same servers. */
  namespace: string;
  host: string;
  port: number;
  logLevel: string;
  locale: StoreLocale;
}

const common = {
  STORE_NAMESPACE: Joi.string()
    .pattern(/^[a-z][a-z0-9-]{0,40}$/)
    .default('store'),
  HOST: Joi.string().default('127.0.0.1'),
  PORT: Joi.number().port().required(),
  LOG_LEVEL: Joi.string().valid('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  STORE_CURRENCY: Joi.string()
    .pattern(/^[A-Z]{3}$/)
    .default('USD'),
  STORE_TIME_ZONE: Joi.string()
    .valid('UTC', ...Intl.supportedValuesOf('timeZone'))
    .default('UTC'),
};

const secret = () => Joi.string().min(16);

/** Those that a process needs; and what releases up to 0.2.0 had instead, while they run beside this one. */
function pairVariables(names: readonly PairVariable[]): Joi.PartialSchemaMap {
  const pairs = names.map((name) => [name, secret().required()] as const);
  return { ...Object.fromEntries(pairs), ...(names.length > 0 && { INTERNAL_SECRET: secret() }) };
}

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
  STORE_CURRENCY: string;
  STORE_TIME_ZONE: string;
}

function commonConfig(variables: CommonVariables): CommonConfig {
  return {
    namespace: variables.STORE_NAMESPACE,
    host: variables.HOST,
    port: variables.PORT,
    logLevel: variables.LOG_LEVEL,
    locale: {
      currencyDecimals: currencyDecimals(variables.STORE_CURRENCY),
      timeZone: variables.STORE_TIME_ZONE,
    },
  };
}

export interface ApiConfig<Pair extends PairVariable = never> extends CommonConfig {
  mongodbUri: string;
  /** Of its callers, and of the services that it calls. */
  pairs: PairSecrets<Pair>;
  /** Where products are asked for that this service has no copy of yet. */
  catalogUrl: string | null;
}

/** With the secrets of these pairs. */
export function readApiConfig<Pair extends PairVariable>(
  environment: Environment,
  pairs: readonly Pair[],
): ApiConfig<Pair> {
  const read = readEnvironment<
    CommonVariables & PairEnvironment<Pair> & { MONGODB_URI: string; CATALOG_URL?: string }
  >({ ...database, ...pairVariables(pairs), CATALOG_URL: url() }, environment);
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(pairs, read),
    catalogUrl: read.CATALOG_URL ?? null,
  };
}

export interface WorkerConfig<Pair extends PairVariable = never> extends ApiConfig<Pair> {
  rabbitmqUrl: string;
  redisUrl: string;
  /** 0.15 for 15 %. */
  taxRate: number;
  /** How long a worker keeps messages that it cannot commit. */
  handBackAfterMs: number;
  /** Between two audits of the data; 0: none. */
  auditEveryMs: number;
}

const worker = {
  ...{ ...database, ...broker, ...redis },
  CATALOG_URL: url(),
  TAX_RATE: Joi.number().min(0).max(1).default(0),
  // RabbitMQ supports no consumer_timeout below a minute.
  HAND_BACK_SECONDS: Joi.number().min(1).max(86_400).default(45),
  // The alert of an audit that is overdue counts on a day at the most.
  AUDIT_INTERVAL_HOURS: Joi.number().min(0).max(24).default(6),
};

/** With the secrets of these pairs. */
export function readWorkerConfig<Pair extends PairVariable>(
  environment: Environment,
  pairs: readonly Pair[],
): WorkerConfig<Pair> {
  const read = readEnvironment<
    CommonVariables &
      PairEnvironment<Pair> & {
        MONGODB_URI: string;
        CATALOG_URL?: string;
        RABBITMQ_URL: string;
        REDIS_URL: string;
        TAX_RATE: number;
        HAND_BACK_SECONDS: number;
        AUDIT_INTERVAL_HOURS: number;
      }
  >({ ...worker, ...pairVariables(pairs) }, environment);
  return {
    ...commonConfig(read),
    mongodbUri: read.MONGODB_URI,
    pairs: pairSecrets(pairs, read),
    catalogUrl: read.CATALOG_URL ?? null,
    rabbitmqUrl: read.RABBITMQ_URL,
    redisUrl: read.REDIS_URL,
    taxRate: read.TAX_RATE,
    handBackAfterMs: read.HAND_BACK_SECONDS * 1000,
    auditEveryMs: read.AUDIT_INTERVAL_HOURS * 3600 * 1000,
  };
}

export interface GatewayConfig extends CommonConfig {
  /** Port of /metrics, for the inside. */
  internalPort: number;
  rabbitmqUrl: string;
  redisUrl: string;
  services: Record<'catalog' | 'orders', { url: string; proof: PairSecret }>;
  idKeys: IdKeys;
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

const gatewayPairs = ['GATEWAY_CATALOG_SECRET', 'GATEWAY_ORDERS_SECRET'] as const;

interface GatewayVariables
  extends CommonVariables, IdKeyVariables, PairEnvironment<(typeof gatewayPairs)[number]> {
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
  ...pairVariables(gatewayPairs),
  // Another key than before would make a second command of a retry.
  COMMAND_ID_KEY: secret()
    .default(Joi.ref('INTERNAL_SECRET'))
    .when('INTERNAL_SECRET', {
      is: Joi.exist(),
      then: Joi.valid(Joi.ref('INTERNAL_SECRET')).messages({
        'any.only': '{{#label}} must be the same as INTERNAL_SECRET: a retry over the upgrade is known by it',
      }),
      otherwise: Joi.required(),
    }),
  OPERATION_ID_KEY: secret().required(),
  OPERATION_ID_OLD_KEY: secret(),
  OPERATION_ID_OLD_KEY_UNTIL: Joi.date()
    .iso()
    .when('OPERATION_ID_OLD_KEY', { is: Joi.exist(), then: Joi.required() }),
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
  const pairs = pairSecrets(gatewayPairs, read);
  return {
    ...commonConfig(read),
    internalPort: read.INTERNAL_PORT,
    rabbitmqUrl: read.RABBITMQ_URL,
    redisUrl: read.REDIS_URL,
    services: {
      catalog: { url: read.CATALOG_URL, proof: pairs.GATEWAY_CATALOG_SECRET },
      orders: { url: read.ORDERS_URL, proof: pairs.GATEWAY_ORDERS_SECRET },
    },
    idKeys: idKeys(read),
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
