import { keyCheck, type KeyCheck } from './key-checks.ts';
import type { SettingName, SettingsOf } from '../settings/settings.ts';

export interface PairSecret {
  /** The setting that has the secret. With `GATEWAY_CATALOG_SECRET`, the gateway authenticates itself to the catalog service. */
  name: SettingName;
  secret: string;
  /** The value of INTERNAL_SECRET, the only secret that processes of releases up to 0.2.0 have. Null: it is not set. */
  former: string | null;
}

export function pairSecret<Name extends SettingName>(
  name: Name,
  settings: Readonly<Record<Name, string>> & { readonly INTERNAL_SECRET: string | null },
): PairSecret {
  return { name, secret: settings[name], former: settings.INTERNAL_SECRET };
}

export interface IdKeys {
  /** Hashes idempotency keys. After a change of this key, a retry would count as a new command. */
  commands: string;
  operations: OperationIdKeys;
}

export interface OperationIdKeys {
  signs: string;
  /**
   * Ids signed with these other keys are accepted too. `until` is in ms since 1970; if it is null, they are accepted as
   * long as the key is set.
   */
  accepted: readonly { key: string; until: number | null }[];
}

type IdKeySettings = Pick<
  SettingsOf<'gateway'>,
  | 'INTERNAL_SECRET'
  | 'COMMAND_ID_KEY'
  | 'OPERATION_ID_KEY'
  | 'OPERATION_ID_OLD_KEY'
  | 'OPERATION_ID_OLD_KEY_UNTIL'
>;

/** While INTERNAL_SECRET is set, ids are signed with it, because gateways of releases up to 0.2.0 know no other key. */
export function idKeys(settings: IdKeySettings): IdKeys {
  const { INTERNAL_SECRET: former, OPERATION_ID_KEY: key, OPERATION_ID_OLD_KEY: old } = settings;
  const commands = settings.COMMAND_ID_KEY ?? former;
  if (commands === null) throw new Error('COMMAND_ID_KEY is not set');
  const until = settings.OPERATION_ID_OLD_KEY_UNTIL?.getTime() ?? null;
  const accepted = [
    ...(former === null ? [] : [{ key, until: null }]),
    ...(old === null ? [] : [{ key: old, until }]),
  ];
  return { commands, operations: { signs: former ?? key, accepted } };
}

/**
 * The check values of the gateway's keys. If the stored value belongs to a former key that is still accepted, the new
 * key's value replaces it.
 */
export function idKeyChecks(
  settings: IdKeySettings,
): Record<'COMMAND_ID_KEY' | 'OPERATION_ID_KEY', KeyCheck> {
  const { OPERATION_ID_KEY: key, OPERATION_ID_OLD_KEY: old } = settings;
  return {
    COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', idKeys(settings).commands),
    OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key, old === null ? [] : [old]),
  };
}
