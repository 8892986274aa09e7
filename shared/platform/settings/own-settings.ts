import { readSettings } from './read-settings.ts';
import type { Reader } from './setting.ts';
import { settingOf, type SettingName, type SettingsOf } from './settings.ts';

/** The validated settings of this program. Throws a `SettingsError` that lists all faults. */
export function ownSettings<R extends Reader>(reader: R): SettingsOf<R> {
  return readSettings(process.env, reader);
}

/** The raw text, or the default. Use it only before the settings are validated, or in a program that does not validate them. */
export function givenSetting(name: SettingName): string | undefined {
  return isGiven(name) ? process.env[name] : settingOf(name).default;
}

/** Whether the environment sets the setting, so that the default does not apply. */
export function isGiven(name: SettingName): boolean {
  return (process.env[name] ?? '') !== '';
}
