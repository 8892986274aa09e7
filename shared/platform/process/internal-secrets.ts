import type { SettingName, SettingsOf } from '../settings/settings.ts';
import { keyCheck, type KeyCheck } from './key-checks.ts';

export interface PairSecret {
  /** The setting that has the secret. With `GATEWAY_CATALOG_SECRET`, the gateway authenticates itself to the catalog service. */
  name: SettingName;
  secret: string;
}

export function pairSecret<Name extends SettingName>(
  name: Name,
  settings: Readonly<Record<Name, string>>,
): PairSecret {
  return { name, secret: settings[name] };
}

export interface IdKeys {
  /** Hashes idempotency keys. If this key changed, a retry would run as a new command. */
  commands: string;
  operations: OperationIdKeys;
}

export interface OperationIdKeys {
  signs: string;
  /** Former keys. Ids made with them are accepted until `until` (ms since 1970). Null: as long as the setting has the key. */
  accepted: readonly { key: string; until: number | null }[];
}

type IdKeySettings = Pick<
  SettingsOf<'gateway'>,
  'COMMAND_ID_KEY' | 'OPERATION_ID_KEY' | 'OPERATION_ID_OLD_KEY' | 'OPERATION_ID_OLD_KEY_UNTIL'
>;

export function idKeys(settings: IdKeySettings): IdKeys {
  const { COMMAND_ID_KEY: commands, OPERATION_ID_KEY: signs, OPERATION_ID_OLD_KEY: old } = settings;
  const until = settings.OPERATION_ID_OLD_KEY_UNTIL?.getTime() ?? null;
  return { commands, operations: { signs, accepted: old === null ? [] : [{ key: old, until }] } };
}

/** The check values of the gateway's keys. The check value of the new key replaces the check value of a former key. */
export function idKeyChecks(
  settings: IdKeySettings,
): Record<'COMMAND_ID_KEY' | 'OPERATION_ID_KEY', KeyCheck> {
  const { OPERATION_ID_KEY: key, OPERATION_ID_OLD_KEY: old } = settings;
  return {
    COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', settings.COMMAND_ID_KEY),
    OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key, old === null ? [] : [old]),
  };
}
