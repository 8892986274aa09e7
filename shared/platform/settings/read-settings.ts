import { PlainError } from './plain-error.ts';
import type { Reader, Setting } from './setting.ts';
import { settingOf, settingsOf, type SettingName, type SettingsOf } from './settings.ts';
import { isPair } from './certificate-files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The message has one line per wrong setting, with its value and its requirement. */
export class SettingsError extends PlainError {
  override name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const head = faults.length === 1 ? 'A setting is wrong' : `${faults.length} settings are wrong`;
    super(
      [`${head} (docs/operate/settings.md has them all):`, ...faults.map((fault) => `  ${fault}`)].join('\n'),
    );
    this.faults = faults;
  }
}

export function readSettings<R extends Reader>(environment: Environment, reader: R): SettingsOf<R> {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const name of settingsOf(reader)) {
    const setting = settingOf(name);
    const text = given(environment, name) ?? setting.default;
    const value = text === undefined ? null : setting.kind.read(text);
    if (value === undefined) faults.push(wrong(name, setting, text ?? ''));
    else if (value === null && setting.requiredBy?.includes(reader) === true)
      faults.push(`${name} is not set: it must be ${setting.kind.is}.`);
    else values[name] = value;
  }
  faults.push(...rules.map((rule) => rule(values)).filter((fault) => fault !== null));
  if (faults.length > 0) throw new SettingsError(faults);
  return values as SettingsOf<R>;
}

/** An empty value counts as not set: compose and Kubernetes pass unset settings as empty values. */
function given(environment: Environment, name: SettingName): string | undefined {
  const text = environment[name];
  return text === '' ? undefined : text;
}

const longestShown = 100;

function wrong(name: SettingName, { kind, isSecret }: Setting, text: string): string {
  const wanted = kind.because?.(text) ?? kind.is;
  if (isSecret === true) return `${name} is wrong (its value is not shown): it must be ${wanted}.`;
  const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return `${name} is ${JSON.stringify(shown)}: it must be ${wanted}.`;
}

type Rule = (values: Readonly<Record<string, unknown>>) => string | null;

/** Whether the setting has a value. `undefined`: the value is wrong, or this program does not read the setting. */
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
  // With sign-in at a provider, the gateway must accept the tokens that this provider issues.
  needs('AUTH_OIDC_ISSUER', 'AUTH_JWKS_URL'),
  needs('AUTH_OIDC_ISSUER', 'AUTH_OIDC_CLIENT_ID'),
  needs('OPERATION_ID_OLD_KEY', 'OPERATION_ID_OLD_KEY_UNTIL'),
  needs('TLS_CERT_FILE', 'TLS_KEY_FILE'),
  needs('TLS_KEY_FILE', 'TLS_CERT_FILE'),
  ({ TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile }) =>
    typeof certFile === 'string' && typeof keyFile === 'string' && !isPair({ certFile, keyFile })
      ? `TLS_KEY_FILE is ${JSON.stringify(keyFile)}: it must be the key of the certificate in TLS_CERT_FILE, but it belongs to another one.`
      : null,
  // The headers are part of the request, so their timeout must not be longer.
  ({ HEADERS_TIMEOUT_SECONDS: head, REQUEST_TIMEOUT_SECONDS: whole }) =>
    typeof head === 'number' && typeof whole === 'number' && whole < head
      ? `REQUEST_TIMEOUT_SECONDS is "${whole}": it must be at least HEADERS_TIMEOUT_SECONDS, which is ${head}.`
      : null,
];
