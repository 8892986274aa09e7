/** `seed`: fills an empty store once, through the gateway at STORE_URL. */
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { refuseWithProvider, userKindOf } from '#shared/platform/process/provider-tokens.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { seedOnce } from '#tools/seed/seed.ts';

const usage = `Usage: seed

Fills an empty store once with sample records, through the gateway of STORE_URL.`;
const lifetime = 600;

await runCommand(async () => {
  if (readCommandLine({ name: 'seed', usage, options: {}, reader: 'seed' }) === null) return;
  const settings = ownSettings('seed');
  refuseWithProvider(settings, 'It cannot be seeded: make its records through the API, with');
  const keys = await loadSigningKeys(settings.AUTH_KEYS_DIR);
  await seedOnce({
    url: settings.STORE_URL,
    currency: settings.STORE_CURRENCY,
    adminToken: await signToken(keys, { subject: 'admin', scope: 'admin', lifetime }),
    clientToken: await signToken(keys, { subject: '1', scope: 'client', lifetime }),
    userKind: userKindOf(settings),
    dataDir: await openDataDir(settings.STORE_SEED_DIR),
    say: (line) => console.log(line),
  });
  console.log('The store is seeded.');
});
