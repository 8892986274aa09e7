import { parkedLine } from '#shared/engine/commands/parked/parked-message.ts';
import {
  lookAgainForParked,
  openParkedQueue,
  type HeldMessage,
  type ParkedQueue,
} from '#shared/engine/commands/parked/parked-queue.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { ParkedOptions } from './parked-options.ts';
import { actOnAll, openParkedRecords, type OpenRecords } from './parked-records.ts';
import type { StoreAddress } from '../store-address.ts';
import { serverAway, ServerFault } from '../store-client.ts';

export async function actOnParked(options: ParkedOptions, store: StoreAddress): Promise<number> {
  const done = await lookAgainForParked(async () => {
    const acted = await actInServices(options, store);
    return options.id === null || acted.found > 0 ? acted : undefined;
  });
  if (done === undefined) throw new PlainError(`No parked message has the id ${options.id}.`);
  const { found, failed } = done;
  if (!options.json) {
    const what = options.action === 'list' ? 'parked' : 'found';
    console.log(`${found} ${what}${failed > 0 ? `, ${failed} failed` : ''}`);
  }
  return failed === 0 ? 0 : 1;
}

/** Acts on the chosen messages of each service. Returns the number of messages and the number of failures. */
async function actInServices(
  options: ParkedOptions,
  store: StoreAddress,
): Promise<{ found: number; failed: number }> {
  let found = 0;
  let failed = 0;
  for (const service of options.services) {
    const queue = await openParkedQueue(store.rabbitmqUrl, store.namespace, service).catch(
      serverAway('RabbitMQ does not respond'),
    );
    const open = (unavailable: string) =>
      openParkedRecords(store.mongodbUri, store.namespace, service, unavailable);
    try {
      const chosen = await choose(queue, service, options, store);
      found += chosen.length;
      if (chosen.length > 0) failed += await treat(chosen, queue, options, open);
    } finally {
      await queue.close();
    }
  }
  return { found, failed };
}

async function choose(
  queue: ParkedQueue,
  service: ServiceName,
  { id }: ParkedOptions,
  { namespace }: StoreAddress,
): Promise<HeldMessage[]> {
  return queue.take(id ?? undefined).catch((error: unknown) => {
    throw new PlainError(
      `The parked messages of ${service} can't be read: ${(error as Error).message}. Is "${namespace}" the store's namespace (STORE_NAMESPACE)?`,
    );
  });
}

/** Opens the service's records. `unavailable`: the beginning of the error message if MongoDB does not respond. */
type OpenServiceRecords = (unavailable: string) => Promise<OpenRecords>;

/** Carries out the action on the chosen messages. Returns the number of failures. */
async function treat(
  chosen: HeldMessage[],
  queue: ParkedQueue,
  options: ParkedOptions,
  open: OpenServiceRecords,
): Promise<number> {
  const { action } = options;
  if (action === 'list' || action === 'show') {
    const ended = await endedOf(chosen, open);
    for (const held of chosen) console.log(shown(held, ended.get(held.parked.id) ?? null, options));
    return 0;
  }
  const allowed = action === 'redrive' && !options.force ? await withoutObjections(chosen, open) : chosen;
  const refused = chosen.length - allowed.length;
  if (options['dry-run']) {
    for (const { parked } of allowed) console.log(`would ${action} ${parked.id} (${parked.type})`);
    return refused;
  }
  if (allowed.length === 0) return refused;
  const records = await open('MongoDB does not respond, and every action must be recorded there');
  try {
    return refused + (await actOnAll(allowed, action, { ...options, queue, records }));
  } finally {
    await records.close();
  }
}

/**
 * The states of the commands that have an outcome, keyed by id. Empty if MongoDB is unavailable, because messages can be listed
 * without MongoDB.
 */
async function endedOf(
  chosen: readonly HeldMessage[],
  open: OpenServiceRecords,
): Promise<Map<string, string>> {
  try {
    const records = await open('');
    return await records.ended(chosen.map(({ parked }) => parked.id)).finally(() => records.close());
  } catch (error) {
    if (error instanceof PlainError && !(error instanceof ServerFault)) throw error;
    return new Map();
  }
}

/** Excludes messages that must not be redriven without `--force`, and prints the reasons. */
async function withoutObjections(chosen: HeldMessage[], open: OpenServiceRecords): Promise<HeldMessage[]> {
  const records = await open('MongoDB does not respond, so later changes of the records are unknown');
  const allowed: HeldMessage[] = [];
  try {
    for (const held of chosen) {
      const objections = await records.objections(held);
      if (objections.length === 0) allowed.push(held);
      else {
        const why = objections.map(({ detail }) => detail).join(' ');
        console.error(`${held.parked.id}: left parked. ${why} Redrive it with --force, or discard it.`);
      }
    }
    return allowed;
  } finally {
    await records.close();
  }
}

function shown({ raw, parked }: HeldMessage, ended: string | null, { action, json }: ParkedOptions): string {
  const { command: _command, ...message } = parked;
  const summary = { ...message, ended };
  if (action === 'list') return json ? JSON.stringify(summary) : parkedLine(parked, ended);
  const whole = { ...summary, headers: raw.properties.headers, body: bodyOf(raw.content) };
  return JSON.stringify(whole, null, json ? 0 : 2);
}

function bodyOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    return { base64: content.toString('base64') };
  }
}
