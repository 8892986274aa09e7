import type { ServiceName } from '../contracts/schema-kit/define.ts';
import { commonConfig, type CommonConfig } from './config.ts';
import { userKindOf, type UserKind } from './user-kind.ts';
import { idKeyChecks, idKeys, pairSecrets, type IdKeys, type PairSecret } from './internal-secrets.ts';
import { readSettings, type Environment } from './settings/read-settings.ts';
import type { SettingsOf } from './settings/settings.ts';

/** The identity provider at which staff sign in. */
export interface OpenIdConfig {
  issuer: string;
  clientId: string;
  clientSecret: string | null;
  scopes: string;
  resource: string | null;
  audience: string | null;
}

export interface GatewayConfig extends CommonConfig {
  /** Port of /metrics, for internal use. */
  internalPort: number;
  rabbitmqUrl: string;
  redisUrl: string;
  services: Record<ServiceName, { url: string; proof: PairSecret }>;
  idKeys: IdKeys;
  publicUrl: string | null;
  trustProxyHops: number;
  auth: {
    keysDir: string;
    jwksUrl: string | null;
    issuer: string | null;
    audience: string | null;
    userClaim: string;
    /** Whether that claim is the user's id or their `external_id`. */
    userKind: UserKind;
    /** The required `typ` of an identity provider's access tokens; null: any. */
    tokenType: string | null;
  };
  /** Null: staff sign in with one-time links. */
  openId: OpenIdConfig | null;
  /** A console session ends after being idle for this long. */
  sessionIdleMs: number;
  ratePerMinute: number;
  checkoutRatePerMinute: number;
  /** The maximum number of one caller's writes and bulk operations that are accepted but not finished. */
  unfinishedPerCaller: number;
  /** The maximum number of one caller's concurrent reads. */
  openReadsPerCaller: number;
  /** The maximum number of one caller's open event streams. */
  streamsPerCaller: number;
  /** Writes to a service are rejected if the disk of its database has less free space than this. */
  keptFreeDiskBytes: number;
  corsOrigins: string[];
  /** Limits for unauthenticated clients. */
  limits: {
    headersTimeoutMs: number;
    requestTimeoutMs: number;
    slowReaderTimeoutMs: number;
    maxConnections: number;
    /** Null behind a proxy, because every connection then has the proxy's address. */
    connectionsPerAddress: number | null;
  };
}

export function readGatewayConfig(environment: Environment): GatewayConfig {
  const read = readSettings(environment, 'gateway');
  const pairs = pairSecrets(
    ['GATEWAY_CATALOG_SECRET', 'GATEWAY_ORDERS_SECRET', 'GATEWAY_WEBHOOKS_SECRET'],
    read,
  );
  const common = commonConfig(read);
  return {
    ...common,
    identity: { ...common.identity, keys: idKeyChecks(read) },
    internalPort: read.INTERNAL_PORT,
    rabbitmqUrl: read.RABBITMQ_URL,
    redisUrl: read.REDIS_URL,
    services: {
      catalog: { url: read.CATALOG_URL, proof: pairs.GATEWAY_CATALOG_SECRET },
      orders: { url: read.ORDERS_URL, proof: pairs.GATEWAY_ORDERS_SECRET },
      webhooks: { url: read.WEBHOOKS_URL, proof: pairs.GATEWAY_WEBHOOKS_SECRET },
    },
    idKeys: idKeys(read),
    publicUrl: read.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxyHops: read.TRUST_PROXY,
    auth: {
      keysDir: read.AUTH_KEYS_DIR,
      jwksUrl: read.AUTH_JWKS_URL,
      issuer: read.AUTH_ISSUER,
      audience: read.AUTH_AUDIENCE,
      userClaim: read.AUTH_USER_CLAIM,
      userKind: userKindOf(read),
      tokenType: read.AUTH_TOKEN_TYPE,
    },
    openId: openIdConfig(read),
    sessionIdleMs: read.SESSION_IDLE_MINUTES * 60_000,
    ratePerMinute: read.RATE_LIMIT_PER_MINUTE,
    checkoutRatePerMinute: read.CHECKOUT_RATE_LIMIT_PER_MINUTE,
    unfinishedPerCaller: read.UNFINISHED_OPERATIONS_PER_CALLER,
    openReadsPerCaller: read.OPEN_READS_PER_CALLER,
    streamsPerCaller: read.STREAMS_PER_CALLER,
    keptFreeDiskBytes: read.KEPT_FREE_DISK_MIB * 1024 ** 2,
    corsOrigins: read.CORS_ORIGINS,
    limits: {
      headersTimeoutMs: read.HEADERS_TIMEOUT_SECONDS * 1000,
      requestTimeoutMs: read.REQUEST_TIMEOUT_SECONDS * 1000,
      slowReaderTimeoutMs: read.SLOW_READER_TIMEOUT_SECONDS * 1000,
      maxConnections: read.MAX_CONNECTIONS,
      connectionsPerAddress: connectionsPerAddress(read),
    },
  };
}

function connectionsPerAddress(read: SettingsOf<'gateway'>): number | null {
  if (read.TRUST_PROXY > 0) return null;
  return read.CONNECTIONS_PER_ADDRESS ?? Math.ceil(read.MAX_CONNECTIONS / 10);
}

function openIdConfig(read: SettingsOf<'gateway'>): OpenIdConfig | null {
  const { AUTH_OIDC_ISSUER: issuer, AUTH_OIDC_CLIENT_ID: clientId } = read;
  if (issuer === null || clientId === null) return null;
  return {
    issuer,
    clientId,
    clientSecret: read.AUTH_OIDC_CLIENT_SECRET,
    scopes: read.AUTH_OIDC_SCOPES,
    resource: read.AUTH_OIDC_RESOURCE,
    audience: read.AUTH_OIDC_AUDIENCE,
  };
}
