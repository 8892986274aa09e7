import { newLedger, type Ledger } from '../chaos/ledger.ts';
import { createLedgerClient } from '../chaos/ledger-client.ts';
import { seededRandom } from '#tests/support/seeded-random.ts';
import type { Shop } from '../chaos/shop.ts';
import { runShopper } from '../chaos/workload.ts';
import type { ComposeStore } from '#tests/support/compose-store.ts';

/** Starts shoppers who never give up. `end` waits until each shopper has finished the current step. */
export async function startLoad(
  store: ComposeStore,
  shop: Shop,
  admin: string,
): Promise<{ ledger: Ledger; end: () => Promise<void> }> {
  const tokens = new Map<number | null, string>([[null, admin]]);
  for (const { userId } of shop.shoppers) tokens.set(userId, await store.token(userId));
  const ledger = newLedger();
  const random = seededRandom(1);
  const pace = { isFast: true, isHeld: false, isOver: false };
  const shoppers = shop.shoppers.map((shopper, index) => {
    const client = createLedgerClient({
      url: store.url,
      ledger,
      name: `shopper-${index}`,
      random: random.fork(),
      token: (userId) => tokens.get(userId) ?? '',
      isEnding: () => true,
    });
    return runShopper({ client, random: random.fork(), shop, pace }, shopper);
  });
  const end = async () => {
    pace.isOver = true;
    await Promise.all(shoppers);
  };
  return { ledger, end };
}
