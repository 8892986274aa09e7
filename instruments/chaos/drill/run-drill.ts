import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import { manifestFile, readManifest } from '#tools/operate/backup/manifest.ts';
import type { LedgerClient } from '../ledger-client.ts';
import type { Ledger } from '../ledger.ts';
import { auditFindings, findingText } from '../oracle-data.ts';
import { untilQuiet } from '../quiet.ts';
import { subscribeToEvents } from '../register/event-subscriber.ts';
import { openShop } from '../shop.ts';
import { startShoppers } from '../start-shoppers.ts';
import { madeId, type Pace } from '../workload.ts';
import { addCustomer } from './erased-customer.ts';
import { drillLedger, type DrillFacts, type DrillLedger } from './drill-ledger.ts';
import { startDrillStore, type DrillStore } from './drill-store.ts';
import { startKeepingReader } from './keeping-reader.ts';

interface DrillReport {
  ledger: DrillLedger;
  figures: Record<string, string | number>;
  /** Faults that the drill found in the store's writes, audit, events, idempotency keys and responses. */
  faults: string[];
}

const shoppers = 6;
const triedAgain = 40;

/**
 * Takes a backup under load, destroys the database and restores it. Clients write all the time, and their responses are
 * compared with the restored data.
 */
export async function runDrill({
  phaseMs,
  say,
}: {
  phaseMs: number;
  say: (line: string) => void;
}): Promise<DrillReport> {
  const drill = await startDrillStore();
  const { store, servers } = drill;
  const client = await openAuditClient(servers.mongodbUri);
  const subscriber = await subscribeToEvents(servers.rabbitmqUrl, store.namespace);
  const reader = startKeepingReader({ url: store.url, token: await store.adminToken() });
  let pace: Pace | undefined;
  try {
    const shop = await openShop(store.url, await store.adminToken(), { shoppers, subscriptions: 20 });
    const { ledger, clientOf, end, ...started } = await startShoppers(store.url, shop, (userId) =>
      store.clientToken(userId),
    );
    ({ pace } = started);
    const { facts, figures } = await disasterAndRestore(drill, phaseMs, say);
    await sleep(phaseMs);
    await end();
    say('waiting until it is quiet');
    const stuck = await untilQuiet({ ...store, servers }, client, 60_000);
    const keys = await judgeKeys(ledger, clientOf('again'), facts);
    const result = drillLedger(ledger.entries, facts);
    const { findings } = await auditFindings(client, { ...servers, namespace: store.namespace });
    const faults = [
      ...result.faults,
      ...stuck,
      ...keys.faults,
      ...ledger.defects,
      ...subscriber.history.faults,
      ...(await reader.judge(30_000)),
      ...findings.map((finding) => `audit: ${findingText(finding)}`),
    ];
    const { expired, before, since } = reader.counts();
    // The cursor can expire more than once, because the services restart one after the other.
    if (expired === 0) faults.push("a reader's cursor did not expire by the restore");
    const seen = {
      'events that a follower saw': subscriber.history.count,
      'ids, numbers and events given out twice': result.twice.length + subscriber.history.faults.length,
      'events that a reader of the feed saw before the restore': before,
      'events that it saw since, its copy then as the lists': since,
    };
    return { ledger: result, figures: { ...figures, ...keys.figures, ...seen }, faults };
  } finally {
    if (pace) pace.isOver = true;
    await subscriber.close();
    await reader.close();
    await client.close();
    await drill.stop();
  }
}

async function disasterAndRestore(
  drill: DrillStore,
  phaseMs: number,
  say: (line: string) => void,
): Promise<{ facts: DrillFacts; figures: Record<string, string | number> }> {
  const customer = await addCustomer(drill);
  await sleep(phaseMs);
  say('backup under load');
  const { path, moment, documents, took_seconds: seconds } = await drill.backup();
  await customer.erase();
  // The first backup is the one to restore. The second backup only records the erasure.
  await drill.backup();
  await sleep(phaseMs);
  say("disaster: the database's files are gone");
  await drill.strike();
  // Only the gateway still runs. So no write is committed any more, and clients get no further outcomes.
  const disasterAt = Date.now();
  say('restore');
  const { restore } = await drill.restore(path);
  const restoredAt = Date.now();
  const isBack = await customer.isBack();
  const restored = await restoredVersions(drill, restore.jumped.versions);
  await drill.startProcesses();
  if (isBack) await customer.untilErased();
  const facts = {
    momentAt: Date.parse(moment),
    disasterAt,
    restoredAt,
    restored,
    lastId: lastOrderIn(path),
    jumpedTo: restore.jumped.sequences['orders'] ?? 0,
  };
  const restoreSeconds = Math.round((restoredAt - disasterAt) / 100) / 10;
  const figures = {
    'documents in the backup': documents,
    'seconds to back up': seconds,
    'seconds to restore': restoreSeconds,
    'people in it who were erased since, and then again': isBack ? 1 : 0,
  };
  return { facts, figures };
}

function lastOrderIn(backup: string): number {
  const manifest = readManifest(readFileSync(join(backup, manifestFile), 'utf8'));
  return manifest?.databases['orders']?.sequences['orders'] ?? 0;
}

/**
 * The versions of orders and carts at the time of the backup. They are the restored versions minus the
 * increase by the restore.
 */
async function restoredVersions(
  { store, servers }: DrillStore,
  jumped: number,
): Promise<Map<string, number>> {
  const client = await openAuditClient(servers.mongodbUri);
  const versions = new Map<string, number>();
  try {
    for (const name of ['orders', 'carts']) {
      const collection = client
        .db(`${store.namespace}_orders`)
        .collection<{ _id: number; version: number }>(name);
      for await (const { _id, version } of collection.find({}, { projection: { version: 1 } }))
        versions.set(`${name}/${_id}`, version - jumped);
    }
  } finally {
    await client.close();
  }
  return versions;
}

/**
 * Checks idempotency keys. The key of a kept write replays its response byte for byte. The key of a lost write runs the command
 * again or fails, and replays nothing.
 */
async function judgeKeys(
  { entries }: Ledger,
  client: LedgerClient,
  { restored, disasterAt, restoredAt, jumpedTo }: DrillFacts,
): Promise<{ faults: string[]; figures: Record<string, number> }> {
  const placed = entries.flatMap((entry) => {
    const [first, ...later] = entry.answers;
    const isOld = entry.type === 'orders.checkout' && first?.status === 201 && first.at < disasterAt;
    // A write that was resent after the restore already has a new outcome.
    return isOld && !later.some(({ at }) => at > restoredAt) ? [{ entry, first, id: madeId(entry) }] : [];
  });
  const isKept = ({ id }: { id: number | null }) => restored.has(`orders/${id}`);
  const [kept, lost] = [placed.filter(isKept), placed.filter((one) => !isKept(one))];
  const faults: string[] = [];
  for (const { entry, first } of kept.slice(-triedAgain)) {
    await client.again(entry);
    const last = entry.answers.at(-1);
    if (last?.replayed !== true || last.content !== first.content)
      faults.push(`the key ${entry.key} got a different response`);
  }
  for (const { entry } of lost.slice(0, triedAgain)) {
    await client.again(entry);
    const last = entry.answers.at(-1);
    const id = last?.status === 201 ? (JSON.parse(last.content) as { data: { id: number } }).data.id : null;
    if (last?.replayed !== false || (id !== null && id <= jumpedTo))
      faults.push(`the key ${entry.key} of a lost write got the response of another write`);
  }
  const figures = {
    'keys of kept orders that gave their answer again': Math.min(kept.length, triedAgain),
    'keys of lost orders that were done again or refused': Math.min(lost.length, triedAgain),
  };
  return { faults, figures };
}
