import { readSettings } from './read-settings.ts';
import type { Reader } from './setting.ts';
import { settingOf, type SettingName, type SettingsOf } from './settings.ts';

/** The validated settings of this program. Throws a `SettingsError` that lists all faults. */
export function ownSettings<R extends Reader>(reader: R): SettingsOf<R> {
  return readSettings(process.env, reader);
}

/** The raw text, or the default. Use it only before the settings are validated, or in a program that does not validate them. */
export function givenSetting(name: SettingName): string | undefined {
  const text = process.env[name];
  return text === '' || text === undefined ? settingOf(name).default : text;
}
