import { PlainError } from './plain-error.ts';
import { faultsBetween } from './faults-between.ts';
import type { Reader, Setting } from './setting.ts';
import { settingOf, settingsOf, type SettingName, type SettingsOf } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The message has one line per wrong setting, with its value and its requirement. */
export class SettingsError extends PlainError {
  override name = 'SettingsError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const head = faults.length === 1 ? 'A setting is wrong' : `${faults.length} settings are wrong`;
    super([`${head} (docs/settings.md has them all):`, ...faults.map((fault) => `  ${fault}`)].join('\n'));
    this.faults = faults;
  }
}

/** Throws a `SettingsError` that lists all faults. */
export function readSettings<R extends Reader>(environment: Environment, reader: R): SettingsOf<R> {
  const { values, faults } = lookThrough(environment, reader);
  if (faults.length > 0) throw new SettingsError(faults);
  return values as SettingsOf<R>;
}

export function settingsFaults(environment: Environment, reader: Reader): string[] {
  return lookThrough(environment, reader).faults;
}

function lookThrough(
  environment: Environment,
  reader: Reader,
): { values: Record<string, unknown>; faults: string[] } {
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
  return { values, faults: [...faults, ...faultsBetween(values, reader)] };
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
