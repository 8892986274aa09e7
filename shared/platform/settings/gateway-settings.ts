import { integer, keysUrl, number, oneOf, text } from './kinds.ts';
import type { Setting } from './setting.ts';

const limits = { group: 'Limits of the gateway', readBy: ['gateway', 'start'], isOwners: true } as const;
const ofWorkers = {
  group: 'Limits of the workers',
  readBy: ['catalog-worker', 'orders-worker', 'webhooks-worker', 'start'],
  isOwners: true,
} as const;
const tokens = {
  group: 'Tokens',
  readBy: ['gateway', 'token', 'console', 'seed', 'start'],
  isOwners: true,
} as const;

const signIn = { group: 'Signing in at the console', readBy: ['gateway', 'start'], isOwners: true } as const;

const atLeastOne = integer(1);

export const gatewaySettings = {
  RATE_LIMIT_PER_MINUTE: {
    ...limits,
    kind: atLeastOne,
    default: '600',
    doc: 'how many requests a caller may send in a minute; requests without a token are counted by address',
  },
  CHECKOUT_RATE_LIMIT_PER_MINUTE: {
    ...limits,
    kind: atLeastOne,
    default: '30',
    doc: 'how many checkouts a caller may send in a minute',
  },
  UNFINISHED_OPERATIONS_PER_CALLER: {
    ...limits,
    kind: atLeastOne,
    default: '100',
    doc: 'how many accepted writes and bulk operations of a caller may be unfinished; each gateway counts its own writes, and each service its bulk operations',
  },
  OPEN_READS_PER_CALLER: {
    ...limits,
    kind: atLeastOne,
    default: '100',
    doc: 'how many reads a caller may have in progress',
  },
  STREAMS_PER_CALLER: {
    ...limits,
    kind: atLeastOne,
    default: '10',
    doc: 'how many streams and long polls of events a caller may have open',
  },
  SLOW_READER_TIMEOUT_SECONDS: {
    ...limits,
    kind: number(0.1, 3600),
    default: '30',
    unit: 's',
    doc: 'how long a client may read nothing of its response before the gateway disconnects it',
  },
  HEADERS_TIMEOUT_SECONDS: {
    ...limits,
    kind: number(0.1, 120),
    default: '10',
    unit: 's',
    doc: 'how long the headers of a request may take to arrive; a slower request gets 408',
  },
  REQUEST_TIMEOUT_SECONDS: {
    ...limits,
    kind: number(0.1, 3600),
    default: '30',
    unit: 's',
    doc: 'how long the whole request may take to arrive; a slower request gets 408; must not be less than HEADERS_TIMEOUT_SECONDS',
  },
  MAX_CONNECTIONS: {
    ...limits,
    kind: atLeastOne,
    default: '10000',
    doc: 'how many connections a gateway accepts',
  },
  CONNECTIONS_PER_ADDRESS: {
    ...limits,
    kind: atLeastOne,
    doc: 'how many connections of one address (IPv6: /64) a gateway accepts; by default a tenth of MAX_CONNECTIONS; without effect if TRUST_PROXY is above 0',
  },
  KEPT_FREE_DISK_MIB: {
    ...limits,
    kind: integer(0),
    default: '512',
    unit: 'MiB',
    doc: 'if the disk of a service’s database has less free space than this, the service’s writes are rejected; 0 turns this off',
  },
  HAND_BACK_SECONDS: {
    ...ofWorkers,
    kind: number(1, 86_400),
    default: '45',
    unit: 's',
    doc: 'how long a worker keeps messages that it cannot commit to MongoDB, before it returns them to the queue; must be less than RabbitMQ’s consumer_timeout',
  },
  AUDIT_INTERVAL_HOURS: {
    // The maximum is one day, because the alert for an overdue audit assumes an interval of at most one day.
    ...ofWorkers,
    kind: number(0, 24),
    default: '6',
    unit: 'h',
    doc: 'the time between two audits of the data; 0 turns audits off',
  },
  EVENT_RETENTION_DAYS: {
    ...ofWorkers,
    kind: number(0.01, 3650),
    default: '30',
    unit: 'd',
    doc: 'how long events are kept; a cursor that is older than this is rejected',
  },
  AUTH_KEYS_DIR: {
    group: 'Tokens',
    kind: text,
    default: '.data/keys',
    readBy: ['gateway', 'token', 'console', 'seed'],
    doc: 'the folder of the gateway’s own signing keys',
  },
  AUTH_JWKS_URL: {
    ...tokens,
    kind: keysUrl,
    doc: 'the URL of an identity provider’s keys; only the provider’s tokens are then valid; needs AUTH_ISSUER and AUTH_AUDIENCE',
  },
  AUTH_ISSUER: { ...tokens, kind: text, doc: 'the issuer (iss) of the provider’s tokens' },
  AUTH_AUDIENCE: { ...tokens, kind: text, doc: 'the audience (aud) of tokens that are meant for this store' },
  AUTH_TOKEN_TYPE: {
    ...tokens,
    kind: text,
    doc: 'the type (typ) of the provider’s access tokens, such as at+jwt; if set, tokens of another type are rejected',
  },
  AUTH_USER_CLAIM: { ...tokens, kind: text, default: 'sub', doc: 'the claim that identifies the user' },
  AUTH_USER_KIND: {
    ...tokens,
    kind: oneOf('id', 'external'),
    doc: 'whether the claim that AUTH_USER_CLAIM names contains the user’s id (id) or external_id (external); by default external with AUTH_JWKS_URL, otherwise id',
  },
  TOKEN_LONGEST_HOURS: {
    group: 'Tokens',
    kind: number(0.01, 8760),
    default: '24',
    unit: 'h',
    readBy: ['token'],
    isOwners: true,
    doc: 'the longest lifetime of a token from npm run token',
  },
  SESSION_IDLE_MINUTES: {
    ...signIn,
    kind: number(0.05, 720),
    default: '120',
    unit: 'min',
    doc: 'a session at the console ends after this time without use, and after twelve hours in any case',
  },
  AUTH_OIDC_ISSUER: {
    ...signIn,
    kind: keysUrl,
    doc: 'the OpenID Connect provider at which staff sign in, instead of by one-time links; needs AUTH_OIDC_CLIENT_ID and AUTH_JWKS_URL',
  },
  AUTH_OIDC_CLIENT_ID: { ...signIn, kind: text, doc: 'the store’s client id at the provider' },
  AUTH_OIDC_CLIENT_SECRET: {
    ...signIn,
    kind: text,
    isSecret: true,
    doc: 'the store’s client secret at the provider; without it, the store is a public client',
  },
  AUTH_OIDC_SCOPES: {
    ...signIn,
    kind: text,
    default: 'openid profile offline_access admin admin:read',
    doc: 'the requested scopes; with offline_access a session continues after its first token has expired',
  },
  AUTH_OIDC_RESOURCE: {
    ...signIn,
    kind: text,
    doc: 'the API for which tokens are requested, if the provider requires the parameter resource (RFC 8707)',
  },
  AUTH_OIDC_AUDIENCE: {
    ...signIn,
    kind: text,
    doc: 'the API for which tokens are requested, if the provider requires the parameter audience',
  },
} as const satisfies Record<string, Setting>;
