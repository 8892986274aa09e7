/** `npm run parked -- list | show <id> | redrive <id>|--all | discard <id>|--all`: the operator's hand on what was given up. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { openParkedRecords } from './parked-audit.ts';
import type { ParkedRecords } from './parked-audit.ts';
import { discardedRecord, parkedLine, redriveHeaders } from './parked-message.ts';
import { readParkedOrder, usage } from './parked-order.ts';
import type { ParkedOrder } from './parked-order.ts';
import { openParkedQueue } from './parked-queue.ts';
import type { HeldMessage, ParkedQueue } from './parked-queue.ts';
import { findStore, OperatorError } from './store-address.ts';
import type { StoreAddress } from './store-address.ts';

try {
  const read = readParkedOrder(process.argv.slice(2));
  if (read === null) console.log(usage);
  else process.exitCode = await run(read.order, findStore(process.env, read.dataDir));
} catch (error) {
  if (!(error instanceof OperatorError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

async function run(order: ParkedOrder, store: StoreAddress): Promise<number> {
  let found = 0;
  let failed = 0;
  for (const service of order.services) {
    const queue = await openParkedQueue(store.rabbitmqUrl, store.namespace, service).catch(
      (error: unknown) => {
        throw new OperatorError(`RabbitMQ does not answer: ${(error as Error).message}`);
      },
    );
    try {
      const all = await queue.take().catch((error: unknown) => {
        throw new OperatorError(
          `The parked messages of ${service} can't be read: ${(error as Error).message}. Is "${store.namespace}" the store's namespace (STORE_NAMESPACE)?`,
        );
      });
      const chosen = all.filter(({ parked }) => order.id === null || parked.id === order.id);
      found += chosen.length;
      failed += await treat(chosen, queue, service, order, store);
    } finally {
      await queue.close();
    }
  }
  if (found === 0 && order.id !== null) throw new OperatorError(`Nothing of the id ${order.id} is parked.`);
  if (!order.isJson)
    console.log(
      `${found} ${order.action === 'list' ? 'parked' : 'found'}${failed > 0 ? `, ${failed} failed` : ''}`,
    );
  return failed === 0 ? 0 : 1;
}

/** Gives how many failed. */
async function treat(
  chosen: HeldMessage[],
  queue: ParkedQueue,
  service: ServiceName,
  order: ParkedOrder,
  store: StoreAddress,
): Promise<number> {
  if (order.action === 'list' || order.action === 'show') {
    for (const held of chosen) console.log(shown(held, order));
    return 0;
  }
  if (order.isDryRun) {
    for (const { parked } of chosen) console.log(`would ${order.action} ${parked.id} (${parked.type})`);
    return 0;
  }
  if (chosen.length === 0) return 0;
  const records = await openParkedRecords(store.mongodbUri, store.namespace, service).catch(
    (error: unknown) => {
      throw new OperatorError(
        `MongoDB does not answer, and nothing is done unaudited: ${(error as Error).message}`,
      );
    },
  );
  let failed = 0;
  try {
    for (const held of chosen) {
      const act = order.action === 'redrive' ? redrive : discard;
      failed += (await audited(act, held, queue, records, order)) ? 0 : 1;
      await sleep(order.pauseMs);
    }
  } finally {
    await records.close();
  }
  return failed;
}

function shown({ raw, parked }: HeldMessage, { action, isJson }: ParkedOrder): string {
  const { command: _command, ...summary } = parked;
  if (action === 'list') return isJson ? JSON.stringify(summary) : parkedLine(parked);
  const whole = { ...summary, headers: raw.properties.headers, body: bodyOf(raw.content) };
  return JSON.stringify(whole, null, isJson ? 0 : 2);
}

function bodyOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return { base64: content.toString('base64') };
  }
}

type Act = (held: HeldMessage, queue: ParkedQueue, records: ParkedRecords, by: string) => Promise<string>;

async function audited(
  act: Act,
  held: HeldMessage,
  queue: ParkedQueue,
  records: ParkedRecords,
  { action, by, isJson }: ParkedOrder,
): Promise<boolean> {
  const { id } = held.parked;
  const end = await records.begin(action === 'redrive' ? 'redrive' : 'discard', held.parked, by);
  try {
    const said = await act(held, queue, records, by);
    await end();
    console.log(isJson ? JSON.stringify({ id, action, said }) : `${id}: ${said}`);
    return true;
  } catch (error) {
    const { message } = error as Error;
    await end(message);
    console.error(`${id}: left parked. ${message}`);
    return false;
  }
}

/** Published and confirmed first, removed second: stopped in between it is there twice, and the inbox drops one. */
async function redrive(
  held: HeldMessage,
  queue: ParkedQueue,
  _records: ParkedRecords,
  by: string,
): Promise<string> {
  const { from } = held.parked;
  if (from === null) throw new Error('Nothing tells which queue it came from; discard it instead.');
  await queue.publish(from, held, redriveHeaders(held.raw.properties.headers, by));
  await queue.remove(held);
  return `sent to ${from}`;
}

async function discard(
  held: HeldMessage,
  queue: ParkedQueue,
  records: ParkedRecords,
  by: string,
): Promise<string> {
  const { command, reason } = held.parked;
  const record = command && discardedRecord(command, { by, reason, now: new Date().toISOString() });
  const earlier = record && (await records.settle(record));
  await queue.remove(held);
  if (earlier) return `removed; a retry of it had come to its end meanwhile (${earlier.state})`;
  return record ? 'discarded, its operation reads failed' : 'discarded';
}
