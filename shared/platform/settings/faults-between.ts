import { isPair } from './certificate-files.ts';
import type { Reader } from './setting.ts';

type Values = Readonly<Record<string, unknown>>;
type Rule = (values: Values, reader: Reader) => string | null;

/** `undefined` means that the value is wrong, or that this program does not read it. */
const isSet = (value: unknown) => value !== undefined && value !== null;

const needs =
  (name: string, other: string): Rule =>
  (values) =>
    isSet(values[name]) && values[other] === null
      ? `${other} is not set: it must be given together with ${name}.`
      : null;

const rules: readonly Rule[] = [
  needs('AUTH_JWKS_URL', 'AUTH_ISSUER'),
  needs('AUTH_JWKS_URL', 'AUTH_AUDIENCE'),
  // The gateway must accept the tokens that the provider issues.
  needs('AUTH_OIDC_ISSUER', 'AUTH_JWKS_URL'),
  needs('AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID'),
  needs('OPERATION_ID_OLD_KEY', 'OPERATION_ID_OLD_KEY_UNTIL'),
  needs('TLS_CERT_FILE', 'TLS_KEY_FILE'),
  needs('TLS_KEY_FILE', 'TLS_CERT_FILE'),
  ({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }) =>
    typeof certFile === 'string' && typeof keyFile === 'string' && !isPair({ certFile, keyFile })
      ? `TLS_KEY_FILE is ${JSON.stringify(keyFile)}: it must be the key of the certificate in TLS_CERT_FILE, and it is of another one.`
      : null,
  // The headers are part of the request, so their timeout must not be longer.
  ({ HEADERS_TIMEOUT_SECONDS: head, REQUEST_TIMEOUT_SECONDS: whole }) =>
    typeof head === 'number' && typeof whole === 'number' && whole < head
      ? `REQUEST_TIMEOUT_SECONDS is "${whole}": it must be at least HEADERS_TIMEOUT_SECONDS, which is ${head}.`
      : null,
  // With a changed key, a retry would become a second command.
  ({ COMMAND_ID_KEY: key, INTERNAL_SECRET: former }) =>
    isSet(key) && isSet(former) && key !== former
      ? 'COMMAND_ID_KEY is wrong (its value is not shown): it must be the same as INTERNAL_SECRET, or not set: a retry over the upgrade is known by it.'
      : null,
  ({ COMMAND_ID_KEY: key, INTERNAL_SECRET: former }, reader) =>
    reader === 'gateway' && key === null && former === null
      ? 'COMMAND_ID_KEY is not set: it must be at least 16 characters that no one can guess.'
      : null,
];

/** Faults between settings that are valid on their own. */
export function faultsBetween(values: Values, reader: Reader): string[] {
  return rules.map((rule) => rule(values, reader)).filter((fault) => fault !== null);
}
