/** `seed`: fills an empty store once, through the gateway of STORE_URL. */
import { loadSigningKeys, signToken } from '#services/gateway/auth/signing-keys.ts';
import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { seedOnce } from '#tools/seed/seed.ts';

const lifetime = 600;
const { STORE_URL: url, STORE_SEED_DIR: folder, AUTH_KEYS_DIR: keysDir } = process.env;
if (!url || !folder || !keysDir) {
  console.error('seed needs STORE_URL, STORE_SEED_DIR and AUTH_KEYS_DIR.');
  process.exit(2);
}
const keys = await loadSigningKeys(keysDir);
await seedOnce({
  url,
  adminToken: await signToken(keys, { subject: 'admin', scope: 'admin', lifetime }),
  clientToken: await signToken(keys, { subject: '1', scope: 'client', lifetime }),
  dataDir: await openDataDir(folder),
  say: (line) => console.log(line),
});
console.log('The store is seeded.');
