import { keyCheck, type KeyCheck } from './key-checks.ts';

/** One variable for each pair: with it, the first process authenticates itself to the second service. */
export type PairVariable =
  | 'GATEWAY_CATALOG_SECRET'
  | 'GATEWAY_ORDERS_SECRET'
  | 'GATEWAY_WEBHOOKS_SECRET'
  | 'ORDERS_CATALOG_SECRET'
  | 'WEBHOOKS_CATALOG_SECRET'
  | 'WEBHOOKS_ORDERS_SECRET';

/** The secret with which one caller authenticates itself to one service. */
export interface PairSecret {
  /** The setting that holds it. */
  name: PairVariable;
  secret: string;
  /** INTERNAL_SECRET, for processes of a release up to 0.2.0 at the other end: it is their only secret. */
  former: string | null;
}

export type PairSecrets<Name extends PairVariable> = Readonly<Record<Name, PairSecret>>;
export type PairEnvironment<Name extends PairVariable> = Readonly<Record<Name, string>> & {
  readonly INTERNAL_SECRET: string | null;
};

export function pairSecrets<Name extends PairVariable>(
  names: readonly Name[],
  read: PairEnvironment<Name>,
): PairSecrets<Name> {
  const former = read.INTERNAL_SECRET;
  const pairs = names.map((name): [Name, PairSecret] => [name, { name, secret: read[name], former }]);
  return Object.fromEntries(pairs) as Record<Name, PairSecret>;
}

/** The keys with which the gateway creates ids. */
export interface IdKeys {
  /** Hashes idempotency keys: with another key, a retry would count as a new command. */
  commands: string;
  operations: OperationIdKeys;
}

export interface OperationIdKeys {
  signs: string;
  /** Other keys whose ids are accepted: until this time (ms since 1970), or, if null, while the key is set. */
  accepted: readonly { key: string; until: number | null }[];
}

export interface IdKeyVariables {
  INTERNAL_SECRET: string | null;
  COMMAND_ID_KEY: string | null;
  OPERATION_ID_KEY: string;
  OPERATION_ID_OLD_KEY: string | null;
  OPERATION_ID_OLD_KEY_UNTIL: Date | null;
}

/** While gateways of a release up to 0.2.0 run, ids are signed with INTERNAL_SECRET, the only key these know. */
export function idKeys(read: IdKeyVariables): IdKeys {
  const { INTERNAL_SECRET: former, OPERATION_ID_KEY: key, OPERATION_ID_OLD_KEY: old } = read;
  const commands = read.COMMAND_ID_KEY ?? former;
  if (commands === null) throw new Error('COMMAND_ID_KEY is not set');
  const until = read.OPERATION_ID_OLD_KEY_UNTIL?.getTime() ?? null;
  const accepted = [
    ...(former === null ? [] : [{ key, until: null }]),
    ...(old === null ? [] : [{ key: old, until }]),
  ];
  return { commands, operations: { signs: former ?? key, accepted } };
}

/**
 * The check values of the gateway's keys. A stored check value of a former key that is still accepted is
 * replaced by that of the new key.
 */
export function idKeyChecks(read: IdKeyVariables): Record<'COMMAND_ID_KEY' | 'OPERATION_ID_KEY', KeyCheck> {
  const { OPERATION_ID_KEY: key, OPERATION_ID_OLD_KEY: old } = read;
  return {
    COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', idKeys(read).commands),
    OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key, old === null ? [] : [old]),
  };
}
