import type { orderSchema } from '#shared/contracts/endpoints/order-schema.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { Random } from '#tests/support/seeded-random.ts';
import type { Entry, Ledger } from '../chaos/ledger.ts';
import type { LedgerClient } from '../chaos/ledger-client.ts';
import type { Shop } from '../chaos/shop.ts';

export type Order = Shown<typeof orderSchema>;

export interface Violation {
  rule: string;
  subject: string;
  detail: string;
}

/** The state that all clients share. Like the content of an open browser tab, it may be older than the store's data. */
export interface Scene {
  /** Minor units in one major unit. */
  unit: number;
  ledger: Ledger;
  shop: Shop;
  orders: number[];
  /** Operations that can be undone. */
  operations: string[];
  /** Records that responses report as created, such as `payments/7`. */
  created: Set<string>;
  /** The first stock plus all adjustments, keyed by product id. Only products whose stock is always counted. */
  units: Map<number, number>;
  /** The number of responses, by type of command, then by code. */
  answers: Record<string, Record<string, number>>;
  undone: { compared: number; changedByOthers: number };
  violations: Violation[];
  allowToken: (userId: number) => Promise<void>;
}

export interface Actor {
  client: LedgerClient;
  random: Random;
  scene: Scene;
}

const sharedOrders = 300;
const creation = /^(orders|payments|returns)\.(?:create|checkout|request)$/;

const methods = ['POST', 'PUT', 'DELETE'] as const;

/**
 * Sends a command until there is a response, and records the response. If a user id is given, sends the
 * command as that shopper.
 */
export async function send(
  { client, scene }: Actor,
  type: string,
  route: `${(typeof methods)[number]} ${string}`,
  body: object = {},
  userId: number | null = null,
): Promise<Entry> {
  const method = methods.find((name) => route.startsWith(name)) ?? 'POST';
  const path = route.slice(method.length + 1);
  const intent = { type, service: 'orders', method, path, body, userId } as const;
  const entry = await client.write(intent, { mayAbandon: false });
  scene.ledger.entries.length = 0;
  const outcomes = new Set(entry.answers.map(({ status, code }) => `${status} ${String(code)}`));
  if (outcomes.size !== 1) {
    const detail = `${type} got the responses ${[...outcomes].join(', ')}; ${entry.story.join(', ')}`;
    scene.violations.push({ rule: 'one answer', subject: path, detail });
  }
  const [answer] = entry.answers;
  const counts = (scene.answers[type] ??= {});
  const code = answer ? (answer.code ?? 'done') : 'unanswered';
  counts[code] = (counts[code] ?? 0) + 1;
  if (answer?.operation !== undefined) scene.operations.push(answer.operation);
  const [, kind] = creation.exec(type) ?? [];
  const id = kind === undefined ? undefined : idIn(entry);
  if (id !== undefined) scene.created.add(`${kind}/${id}`);
  if (id !== undefined && kind === 'orders' && scene.orders.push(id) > sharedOrders) scene.orders.shift();
  return entry;
}

/** The resource in the response. Null if the command was rejected. */
export function dataOf({ state, answers: [answer] }: Entry): unknown {
  if (state !== 'ok' || !answer?.content.startsWith('{')) return null;
  return (JSON.parse(answer.content) as { data: unknown }).data;
}

export function idIn(entry: Entry): number | undefined {
  return (dataOf(entry) as { id: number } | null)?.id;
}

export function answeredCommands({ answers }: Scene): number {
  const counts = Object.values(answers).flatMap((codes) => Object.values(codes));
  return counts.reduce((sum, count) => sum + count, 0);
}
