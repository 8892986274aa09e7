/** `indexes`: builds only the indexes of a service. `migrate --apply` also builds them. */
import { readCommandLine, runCommand, wrongUsage } from '#shared/platform/process/command-line.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { withServiceDatabase } from './service-databases.ts';

const usage = `Usage: indexes catalog|orders|webhooks

Creates the collections and indexes of a service. Running it again changes nothing.`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'indexes', usage, options: {}, takesNames: true, reader: 'indexes' });
  if (asked === null) return;
  const service = serviceNames.find((name) => name === asked.positionals[0]);
  if (service === undefined) throw wrongUsage('indexes', `name one service: ${serviceNames.join(' or ')}`);
  const settings = ownSettings('indexes');
  await withServiceDatabase(service, settings, buildIndexes);
  console.log(`The indexes of ${service} exist.`);
});
