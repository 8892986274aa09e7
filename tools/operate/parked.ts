/** `npm run parked`: lists and processes commands and events that workers could not process. See `npm run parked -- --help`. */
import { runCommand } from '#shared/process/command-line.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import { actOnAll } from './parked/act-on-parked.ts';
import { parkedLine } from '#shared/commands/parked/parked-message.ts';
import { readParkedOptions, type ParkedOptions } from './parked/parked-options.ts';
import { openParkedQueue, type HeldMessage, type ParkedQueue } from '#shared/commands/parked/parked-queue.ts';
import { openParkedRecords } from './parked/parked-records.ts';
import { findStore, OperatorError, serverAway, type StoreAddress } from './store-address.ts';

type ServiceName = ParkedOptions['services'][number];

await runCommand(async () => {
  const read = readParkedOptions(process.argv.slice(2));
  return read === null ? 0 : run(read.options, findStore(ownSettings('parked'), read.dataDir));
});

async function run(options: ParkedOptions, store: StoreAddress): Promise<number> {
  let found = 0;
  let failed = 0;
  for (const service of options.services) {
    const queue = await openParkedQueue(store.rabbitmqUrl, store.namespace, service).catch(
      serverAway('RabbitMQ does not answer'),
    );
    try {
      const chosen = await choose(queue, service, options, store);
      found += chosen.length;
      failed += await treat(chosen, queue, service, options, store);
    } finally {
      await queue.close();
    }
  }
  if (found === 0 && options.id !== null)
    throw new OperatorError(`No parked message has the id ${options.id}.`);
  if (!options.isJson) {
    const what = options.action === 'list' ? 'parked' : 'found';
    console.log(`${found} ${what}${failed > 0 ? `, ${failed} failed` : ''}`);
  }
  return failed === 0 ? 0 : 1;
}

async function choose(
  queue: ParkedQueue,
  service: ServiceName,
  { id }: ParkedOptions,
  { namespace }: StoreAddress,
): Promise<HeldMessage[]> {
  const all = await queue.take().catch((error: unknown) => {
    throw new OperatorError(
      `The parked messages of ${service} can't be read: ${(error as Error).message}. Is "${namespace}" the store's namespace (STORE_NAMESPACE)?`,
    );
  });
  return all.filter(({ parked }) => id === null || parked.id === id);
}

/** Carries out the action on the chosen messages. Returns the number of failures. */
async function treat(
  chosen: HeldMessage[],
  queue: ParkedQueue,
  service: ServiceName,
  options: ParkedOptions,
  store: StoreAddress,
): Promise<number> {
  if (options.action === 'list' || options.action === 'show') {
    const ended = await endedOf(chosen, service, store);
    for (const held of chosen) console.log(shown(held, ended.get(held.parked.id) ?? null, options));
    return 0;
  }
  const { allowed, refused } = await judge(chosen, service, options, store);
  if (options.isDryRun) {
    for (const { parked } of allowed) console.log(`would ${options.action} ${parked.id} (${parked.type})`);
    return refused;
  }
  if (allowed.length === 0) return refused;
  const records = await openParkedRecords(store.mongodbUri, store.namespace, service).catch(
    serverAway('MongoDB does not answer, and nothing is done unaudited'),
  );
  try {
    return refused + (await actOnAll(allowed, options.action, { ...options, queue, records }));
  } finally {
    await records.close();
  }
}

/** The messages whose command has an outcome. Empty if MongoDB is unavailable, because listing messages works without it. */
async function endedOf(
  chosen: readonly HeldMessage[],
  service: ServiceName,
  store: StoreAddress,
): Promise<Map<string, string>> {
  if (chosen.length === 0) return new Map();
  try {
    const records = await openParkedRecords(store.mongodbUri, store.namespace, service);
    return await records.ended(chosen.map(({ parked }) => parked.id)).finally(() => records.close());
  } catch (error) {
    if (error instanceof PlainError) throw error;
    return new Map();
  }
}

/** Excludes messages that must not be redriven without `--force`, and prints the reasons. */
async function judge(
  chosen: HeldMessage[],
  service: ServiceName,
  { action, isForced }: ParkedOptions,
  store: StoreAddress,
): Promise<{ allowed: HeldMessage[]; refused: number }> {
  if (action !== 'redrive' || isForced || chosen.length === 0) return { allowed: chosen, refused: 0 };
  const check = await openParkedRecords(store.mongodbUri, store.namespace, service).catch(
    serverAway('MongoDB does not answer, so that what has become of the records is not known'),
  );
  const allowed: HeldMessage[] = [];
  try {
    for (const held of chosen) {
      const objections = await check.objections(held);
      if (objections.length === 0) allowed.push(held);
      else {
        const why = objections.join(' ');
        console.error(`${held.parked.id}: left parked. ${why} Redrive it with --force, or discard it.`);
      }
    }
  } finally {
    await check.close();
  }
  return { allowed, refused: chosen.length - allowed.length };
}

function shown(
  { raw, parked }: HeldMessage,
  ended: string | null,
  { action, isJson }: ParkedOptions,
): string {
  const { command: _command, ...message } = parked;
  const summary = { ...message, ended };
  if (action === 'list') return isJson ? JSON.stringify(summary) : parkedLine(parked, ended);
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
