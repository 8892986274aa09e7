import type { StoreUnits } from '../../contracts/kit/fields.ts';
import { currencyDecimals } from '../../contracts/kit/money.ts';
import { PlainError } from '../settings/plain-error.ts';
import type { ProcessSettings } from '../settings/settings.ts';
import { foreignKeys, type DataKey, type KeyChecks, type WrittenKeys } from './key-checks.ts';

/** Settings that give stored data its meaning: amounts are stored without a currency, and days belong to a time zone. */
export interface StoreIdentity {
  currency: string;
  timeZone: string;
  keys?: KeyChecks;
}

/** The form that is stored, and served to the gateway. */
export interface WrittenIdentity {
  currency: string;
  time_zone: string;
  /** The check values of the keys. Absent until a process with keys has stored them. */
  keys?: WrittenKeys;
}

export function storeUnits({
  STORE_CURRENCY: currency,
  STORE_TIME_ZONE: timeZone,
}: Pick<ProcessSettings, 'STORE_CURRENCY' | 'STORE_TIME_ZONE'>): StoreUnits {
  return { currency, currencyDecimals: currencyDecimals(currency), timeZone };
}

/**
 * Throws a PlainError if currency, time zone or a key differs from the stored one. A zone may have several names, such as
 * Asia/Kolkata and Asia/Calcutta. `where` names the data.
 */
export function refuseOther(written: WrittenIdentity, own: StoreIdentity, where: string): void {
  const differences = [
    { name: 'STORE_CURRENCY', before: written.currency, now: own.currency, of: (name: string) => name },
    { name: 'STORE_TIME_ZONE', before: written.time_zone, now: own.timeZone, of: zoneOf },
  ].filter(({ before, now, of }) => of(before) !== of(now));
  if (differences.length > 0) throw new PlainError(otherMeaning(differences, where));
  const foreign = foreignKeys(written.keys ?? {}, own.keys ?? {});
  if (foreign.length > 0) throw new PlainError(otherKeys(foreign, where));
}

/** Returns the same text for all names of one time zone. */
function zoneOf(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // Another release of Node wrote this name, which this release does not know.
    return timeZone;
  }
}

/** Throws for new data in a currency unknown to ISO 4217. Existing data may have an unknown currency. */
export function refuseUnknownCurrency({ currency }: Pick<StoreIdentity, 'currency'>): void {
  if (Intl.supportedValuesOf('currency').includes(currency)) return;
  throw new PlainError(
    `STORE_CURRENCY is "${currency}", which is not a currency code of ISO 4217. Set a code such as USD. It cannot be changed later.`,
  );
}

function otherMeaning(
  differences: readonly { name: string; before: string; now: string }[],
  where: string,
): string {
  const lines = differences.map(
    ({ name, before, now }) =>
      `  ${name} is "${now}", but the data was created with "${before}". Set ${name}=${before}.`,
  );
  return [
    `The settings of this process do not fit the data of ${where}, which it would read and write wrongly:`,
    ...lines,
    '  For other settings, start another store: set STORE_NAMESPACE to another name.',
  ].join('\n');
}

/** The consequences of using existing data with another key. */
const losses: Record<DataKey, readonly string[]> = {
  COMMAND_ID_KEY: [
    'retries of earlier writes are done a second time',
    'cursors of the event feed are refused',
    'staff have to sign in again',
  ],
  OPERATION_ID_KEY: ['URLs of earlier operations return 404'],
  WEBHOOK_SECRETS_KEY: ['the secret of every webhook endpoint has to be rotated'],
};

const inWords = new Intl.ListFormat('en-GB', { type: 'conjunction' });

function otherKeys(names: readonly DataKey[], where: string): string {
  const [isNot, former, others] =
    names.length === 1
      ? ['is not the key', 'the former one', 'this one']
      : ['are not the keys', 'the former ones', 'these'];
  return (
    `${inWords.format(names)} ${isNot} that the data of ${where} was made with: set ${former} again (docs/operate/security.md says where to find it), ` +
    `or run "npm run migrate -- --accept-keys" to go on with ${others}, after which ${inWords.format(names.flatMap((name) => losses[name]))}.`
  );
}
