import type { Reader } from './setting.ts';
import { settingOf, settingsOf, type SettingName } from './settings.ts';

/** The settings of a program, as `--help` shows them. */
export function describeSettings(reader: Reader): string {
  const names = settingsOf(reader);
  if (names.length === 0) return '';
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => `  ${name.padEnd(width)}  ${meaningOf(name)}`);
  return ['Settings (environment variables):', ...lines].join('\n');
}

function meaningOf(name: SettingName): string {
  const { doc, default: usual, unit } = settingOf(name);
  const unitText = unit === undefined ? '' : ` ${unit}`;
  return usual === undefined || usual === '' ? doc : `${doc} (default ${usual}${unitText})`;
}
