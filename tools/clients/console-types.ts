import { join } from 'node:path';
import { catalogHandlers } from '#services/catalog/handlers.ts';
import { ordersHandlers } from '#services/orders/handlers.ts';
import { webhooksHandlers } from '#services/webhooks/handlers.ts';
import { events } from '#shared/contracts/events.ts';

/** The console imports only the client, so it has a generated copy of the types of commands and events. */
export const consoleTypesFile = join(import.meta.dirname, '../../console/data/generated/types.ts');

/** The text of `consoleTypesFile`. */
export function consoleTypesText(): string {
  const locale = { currency: 'USD', currencyDecimals: 2, timeZone: 'UTC' };
  const commands = {
    ...ordersHandlers(locale, 0),
    ...catalogHandlers(locale.currencyDecimals),
    ...webhooksHandlers({ receiverFault: () => null, newSecret: () => ({ secret: '', sealed: '' }) }),
  };
  const listOf = (name: string, types: object) =>
    `export const ${name}: readonly string[] = ${JSON.stringify(Object.keys(types))};\n`;
  return [
    '// Generated from the commands and events of the services: `npm run store -- client:typescript`.\n',
    listOf('commandTypes', commands),
    '/** `EventSource` delivers only types that have a listener of their own. */\n',
    listOf('eventTypes', events),
  ].join('');
}
