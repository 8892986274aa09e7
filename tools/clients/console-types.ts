import { join } from 'node:path';
import { catalog } from '#services/catalog/service.ts';
import { orders } from '#services/orders/service.ts';
import { webhooks } from '#services/webhooks/service.ts';
import { events } from '#shared/contracts/events.ts';

/** The console imports only the client, so it has a generated copy of the types of commands and events. */
export const consoleTypesFile = join(import.meta.dirname, '../../console/data/generated/types.ts');

export function consoleTypesText(): string {
  const units = { currency: 'USD', currencyDecimals: 2, timeZone: 'UTC' };
  const settings = { TAX_RATE: 0, WEBHOOK_ALLOW_HOSTS: [] };
  const rules = { units, settings, own: {} } as never;
  const handlers = [orders, catalog, webhooks].flatMap((service) => Object.keys(service.handlers(rules)));
  // Leaves out duplicates, because services share the handlers of bulk work. Also leaves out handlers of events, whose names have
  // more than two parts.
  const commands = handlers.filter(
    (type, at) => type.split('.').length === 2 && handlers.indexOf(type) === at,
  );
  const listOf = (name: string, types: readonly string[]) =>
    `export const ${name}: readonly string[] = ${JSON.stringify(types)};\n`;
  return [
    '// Generated from the commands and events of the services: `npm run store -- client:typescript`.\n',
    listOf('commandTypes', commands),
    '/** `EventSource` delivers only types that have a listener of their own. */\n',
    listOf('eventTypes', Object.keys(events)),
  ].join('');
}
