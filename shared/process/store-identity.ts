import { PlainError } from './plain-error.ts';

/** What gives stored data its meaning: amounts are kept without their currency, days are days of a zone. */
export interface StoreIdentity {
  currency: string;
  timeZone: string;
}

/** As it is stored, and told to the gateway. */
export interface WrittenIdentity {
  currency: string;
  time_zone: string;
}

/** Refuses settings that would give the data of `where` another meaning than what was written down there. */
export function refuseOther(written: WrittenIdentity, own: StoreIdentity, where: string): void {
  const differences = [
    { name: 'STORE_CURRENCY', before: written.currency, now: own.currency },
    { name: 'STORE_TIME_ZONE', before: written.time_zone, now: own.timeZone },
  ].filter(({ before, now }) => before !== now);
  if (differences.length === 0) return;
  const lines = differences.map(
    ({ name, before, now }) =>
      `  ${name} is "${now}", and the data was begun with "${before}": set ${name}=${before}.`,
  );
  throw new PlainError(
    [
      `The data of ${where} has another meaning than this process is told; it would be read and written wrong:`,
      ...lines,
      '  For another one begin another store: STORE_NAMESPACE gives it its own data.',
    ].join('\n'),
  );
}
