/** `npm run parked -- list | show <id> | redrive <id>|--all | discard <id>|--all`: the operator's hand on what was given up. */
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import type { ServiceName } from '../../shared/contracts/define.ts';
import { openParkedRecords } from './parked-audit.ts';
import type { ParkedRecords } from './parked-audit.ts';
import { discardedRecord, parkedLine, redriveHeaders } from './parked-message.ts';
import { openParkedQueue } from './parked-queue.ts';
import type { HeldMessage, ParkedQueue } from './parked-queue.ts';
import { findStore, OperatorError } from './store-address.ts';
import type { StoreAddress } from './store-address.ts';

const usage = `npm run parked -- <what> [options]

  list                      what is parked, oldest first
  show <id>                 one message whole, with its body
  redrive <id> | --all      send it back to the queue it came from, to be tried as new
  discard <id> | --all      give it up for good: its operation reads "failed"

  --service orders|catalog  only this service's (default: both)
  --dry-run                 say what would be done, and do nothing
  --by NAME                 who does it, for the audit (default: $USER)
  --rate N                  messages a second at most (default 20)
  --json                    for programs
  --data-dir PATH           of the local store (default .data), when MONGODB_URI and RABBITMQ_URL are not set
`;

const options = {
  all: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  by: { type: 'string' },
  service: { type: 'string' },
  rate: { type: 'string', default: '20' },
  'data-dir': { type: 'string', default: '.data' },
  help: { type: 'boolean', default: false },
} as const;

interface Order {
  action: 'list' | 'show' | 'redrive' | 'discard';
  /** Null: all of them. */
  id: string | null;
  services: ServiceName[];
  isDryRun: boolean;
  isJson: boolean;
  by: string;
  pauseMs: number;
}

try {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.help || positionals.length === 0) console.log(usage);
  else
    process.exitCode = await run(readOrder(values, positionals), findStore(process.env, values['data-dir']));
} catch (error) {
  if (!(error instanceof OperatorError) && !(error instanceof TypeError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

function readOrder(
  values: { all: boolean; 'dry-run': boolean; json: boolean; by?: string; service?: string; rate: string },
  [action = '', id, ...rest]: string[],
): Order {
  if (action !== 'list' && action !== 'show' && action !== 'redrive' && action !== 'discard') {
    throw new OperatorError(`"${action}" is nothing that can be done.\n\n${usage}`);
  }
  if (rest.length > 0) throw new OperatorError(`One id at a time, or --all: ${rest.join(' ')} is too much.`);
  if (action === 'list' ? id !== undefined : (id === undefined) !== (values.all && action !== 'show')) {
    throw new OperatorError(
      `Which one? ${action === 'show' ? 'Name its id.' : 'Name its id, or say --all.'}`,
    );
  }
  const { service } = values;
  if (service !== undefined && service !== 'orders' && service !== 'catalog') {
    throw new OperatorError(`There is no service "${service}": orders or catalog.`);
  }
  const rate = Number(values.rate);
  if (!(rate > 0)) throw new OperatorError('--rate is a number of messages a second.');
  return {
    action,
    id: id ?? null,
    services: service === undefined ? ['catalog', 'orders'] : [service],
    isDryRun: values['dry-run'],
    isJson: values.json,
    by: values.by ?? userInfo().username,
    pauseMs: 1000 / rate,
  };
}

async function run(order: Order, store: StoreAddress): Promise<number> {
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
  order: Order,
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

function shown({ raw, parked }: HeldMessage, { action, isJson }: Order): string {
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
  { action, by, isJson }: Order,
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
