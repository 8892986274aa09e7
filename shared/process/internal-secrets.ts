import { keyCheck } from './key-checks.ts';
import type { KeyCheck } from './key-checks.ts';

/** A variable for each pair: the process of the first name proves itself with it to the service of the second. */
export type PairVariable =
  | 'GATEWAY_CATALOG_SECRET'
  | 'GATEWAY_ORDERS_SECRET'
  | 'GATEWAY_WEBHOOKS_SECRET'
  | 'ORDERS_CATALOG_SECRET'
  | 'WEBHOOKS_CATALOG_SECRET'
  | 'WEBHOOKS_ORDERS_SECRET';

/** What one caller shows to one service. */
export interface PairSecret {
  /** The setting that holds it. */
  name: PairVariable;
  secret: string;
  /** INTERNAL_SECRET, while processes of a release up to 0.2.0 may be at the other end: they all have that one alone. */
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

/** What the gateway makes ids with. */
export interface IdKeys {
  /** Hashes idempotency keys: with another one a retry would be another command. */
  commands: string;
  operations: OperationIdKeys;
}

export interface OperationIdKeys {
  signs: string;
  /** Other keys whose ids are good too: until this moment (ms since 1970), or for as long as the key is given (null). */
  accepted: readonly { key: string; until: number | null }[];
}

export interface IdKeyVariables {
  INTERNAL_SECRET: string | null;
  COMMAND_ID_KEY: string | null;
  OPERATION_ID_KEY: string;
  OPERATION_ID_OLD_KEY: string | null;
  OPERATION_ID_OLD_KEY_UNTIL: Date | null;
}

/** Beside gateways of a release up to 0.2.0, which know INTERNAL_SECRET alone, ids are signed with that. */
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

/** The check values of the gateway's keys. Data made with a former key whose ids the gateway accepts goes over to the new one. */
export function idKeyChecks(read: IdKeyVariables): Record<'COMMAND_ID_KEY' | 'OPERATION_ID_KEY', KeyCheck> {
  const { OPERATION_ID_KEY: key, OPERATION_ID_OLD_KEY: old } = read;
  return {
    COMMAND_ID_KEY: keyCheck('COMMAND_ID_KEY', idKeys(read).commands),
    OPERATION_ID_KEY: keyCheck('OPERATION_ID_KEY', key, old === null ? [] : [old]),
  };
}
