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
    doc: 'requests of a token or address',
  },
  CHECKOUT_RATE_LIMIT_PER_MINUTE: {
    ...limits,
    kind: atLeastOne,
    default: '30',
    doc: 'checkouts of a token or address',
  },
  UNFINISHED_OPERATIONS_PER_CALLER: {
    ...limits,
    kind: atLeastOne,
    default: '100',
    doc: 'writes and bulk operations that are accepted and not done',
  },
  OPEN_READS_PER_CALLER: {
    ...limits,
    kind: atLeastOne,
    default: '100',
    doc: 'reads whose answers a token has under way',
  },
  STREAMS_PER_CALLER: {
    ...limits,
    kind: atLeastOne,
    default: '10',
    doc: 'streams of events that a token has open',
  },
  SLOW_READER_TIMEOUT_SECONDS: {
    ...limits,
    kind: number(0.1, 3600),
    default: '30',
    unit: 's',
    doc: 'then a client that takes nothing of its answer is cut off',
  },
  HEADERS_TIMEOUT_SECONDS: {
    ...limits,
    kind: number(0.1, 120),
    default: '10',
    unit: 's',
    doc: 'until the head of a request is there, then 408',
  },
  REQUEST_TIMEOUT_SECONDS: {
    ...limits,
    kind: number(0.1, 3600),
    default: '30',
    unit: 's',
    doc: 'until the whole request is there, then 408; not less than for its head',
  },
  MAX_CONNECTIONS: { ...limits, kind: atLeastOne, default: '10000', doc: 'open connections of one gateway' },
  CONNECTIONS_PER_ADDRESS: {
    ...limits,
    kind: atLeastOne,
    doc: 'those of one address or IPv6 /64; not set: a tenth of MAX_CONNECTIONS; not applied where TRUST_PROXY is over 0',
  },
  KEPT_FREE_DISK_MIB: {
    ...limits,
    kind: integer(0),
    default: '512',
    unit: 'MiB',
    doc: 'with less free on the disk of a service’s database its writes are refused; 0: never',
  },
  HAND_BACK_SECONDS: {
    ...ofWorkers,
    kind: number(1, 86_400),
    default: '45',
    unit: 's',
    doc: 'for how long a worker keeps messages that MongoDB does not take: less than RabbitMQ’s consumer_timeout',
  },
  AUDIT_INTERVAL_HOURS: {
    // The maximum is one day, because the alert for an overdue audit assumes at most that.
    ...ofWorkers,
    kind: number(0, 24),
    default: '6',
    unit: 'h',
    doc: 'between two audits of the data; 0: none',
  },
  EVENT_RETENTION_DAYS: {
    ...ofWorkers,
    kind: number(0.01, 3650),
    default: '30',
    unit: 'd',
    doc: 'events are kept for those who follow them; a cursor that is older is refused',
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
    doc: 'the keys of an identity provider, whose tokens alone are then good; needs AUTH_ISSUER and AUTH_AUDIENCE',
  },
  AUTH_ISSUER: { ...tokens, kind: text, doc: 'iss of the provider’s tokens' },
  AUTH_AUDIENCE: { ...tokens, kind: text, doc: 'aud of the tokens that are meant for this store' },
  AUTH_TOKEN_TYPE: {
    ...tokens,
    kind: text,
    doc: 'typ of the provider’s access tokens, such as at+jwt: then nothing else is let in',
  },
  AUTH_USER_CLAIM: { ...tokens, kind: text, default: 'sub', doc: 'the claim that holds the user' },
  AUTH_USER_KIND: {
    ...tokens,
    kind: oneOf('id', 'external'),
    doc: 'what that claim is: the user’s id, or their external_id; without it external with AUTH_JWKS_URL, else id',
  },
  TOKEN_LONGEST_HOURS: {
    group: 'Tokens',
    kind: number(0.01, 8760),
    default: '24',
    unit: 'h',
    readBy: ['token'],
    isOwners: true,
    doc: 'a token of npm run token is good for no longer',
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
    doc: 'the OpenID Connect provider that staff sign in at, in the place of one-time links; needs AUTH_OIDC_CLIENT_ID and AUTH_JWKS_URL',
  },
  AUTH_OIDC_CLIENT_ID: { ...signIn, kind: text, doc: 'what the provider calls this store' },
  AUTH_OIDC_CLIENT_SECRET: {
    ...signIn,
    kind: text,
    isSecret: true,
    doc: 'proves it to be this store; without one it is a public client',
  },
  AUTH_OIDC_SCOPES: {
    ...signIn,
    kind: text,
    default: 'openid profile offline_access admin admin:read',
    doc: 'what is asked for; offline_access makes a session outlast its first token',
  },
  AUTH_OIDC_RESOURCE: {
    ...signIn,
    kind: text,
    doc: 'the API that tokens are to be for, as RFC 8707’s resource, where the provider wants it',
  },
  AUTH_OIDC_AUDIENCE: { ...signIn, kind: text, doc: 'the same as audience, where it wants that' },
} as const satisfies Record<string, Setting>;
