import { seedOnce } from '#tools/seed/seed.ts';

/** Fills an empty test store as `npm start` does. */
export async function seedStore(url: string, tokens: { admin: string; client: string }): Promise<void> {
  const kept = new Map<string, string>();
  await seedOnce({
    url,
    currency: 'EUR',
    adminToken: tokens.admin,
    clientToken: tokens.client,
    userKind: 'id',
    dataDir: {
      kept: (name) => kept.get(name),
      keep: (name, value) => void kept.set(name, value),
      secret: () => 'seed',
    },
    say: () => undefined,
  });
}
