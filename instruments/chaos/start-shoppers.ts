import { seededRandom } from '#tests/support/seeded-random.ts';
import { createLedgerClient, type LedgerClient } from './ledger-client.ts';
import { newLedger } from './ledger.ts';
import type { Shop } from './shop.ts';
import { runShopper, type Pace } from './workload.ts';

/** Starts shoppers who never give up. `end` waits until each shopper has finished the current purchase. */
export async function startShoppers(url: string, shop: Shop, tokenOf: (userId: number) => Promise<string>) {
  const tokens = new Map<number | null, string>();
  for (const { userId } of shop.shoppers) tokens.set(userId, await tokenOf(userId));
  const ledger = newLedger();
  const random = seededRandom(1);
  const pace: Pace = { isFast: true, isHeld: false, isOver: false };
  const token = (userId: number | null) => tokens.get(userId) ?? '';
  const clientOf = (name: string): LedgerClient =>
    createLedgerClient({ url, ledger, name, random: random.fork(), token, isEnding: () => true });
  const work = Promise.all(
    shop.shoppers.map((shopper, index) =>
      runShopper({ client: clientOf(`shopper-${index}`), random: random.fork(), shop, pace }, shopper),
    ),
  );
  const end = async (): Promise<void> => {
    pace.isOver = true;
    await work;
  };
  return { ledger, pace, clientOf, end };
}
