import { gatewaySettings } from './gateway-settings.ts';
import { internalSettings } from './internal-settings.ts';
import type { Kind } from './kinds.ts';
import { localSettings } from './local-settings.ts';
import type { ProcessReader, Reader, Setting } from './setting.ts';
import { storeSettings } from './store-settings.ts';
import { tlsSettings } from './tls-settings.ts';

/**
 * Every setting of the system. The check at start and `--help` derive from it. `npm run store -- settings` writes
 * docs/operate/settings.md, .env.example, the environments in docker-compose.yml and Kubernetes' ConfigMap.
 */
export const settings = {
  ...storeSettings,
  ...gatewaySettings,
  ...internalSettings,
  ...tlsSettings,
  ...localSettings,
};

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];
export const settingOf = (name: SettingName): Setting => settings[name];

type Declared = typeof settings;
type ReadersOf<N extends SettingName> = Declared[N]['readBy'][number];
type IsSure<N extends SettingName, R> = Declared[N] extends { default: string }
  ? true
  : Declared[N] extends { requiredBy: readonly (infer Q)[] }
    ? R extends Q
      ? true
      : false
    : false;
type ReadAs<N extends SettingName> = Declared[N]['kind'] extends Kind<infer T> ? T : never;

// `as R`: TypeScript then knows the shared settings of `SettingsOf<R>` even if R is a type parameter.
type SettingsByReader = {
  [R in Reader as R]: {
    [N in SettingName as R extends ReadersOf<N> ? N : never]: IsSure<N, R> extends true
      ? ReadAs<N>
      : ReadAs<N> | null;
  };
};

/** A setting that is not set is null. For several readers, the type has the settings that all these readers read. */
export type SettingsOf<R extends Reader> = SettingsByReader[R];

export type ProcessSettings = SettingsOf<ProcessReader>;

export function settingsOf(reader: Reader): SettingName[] {
  return settingNames.filter((name) => settingOf(name).readBy.includes(reader));
}
