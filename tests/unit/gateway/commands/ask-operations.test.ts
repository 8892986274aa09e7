import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, expect, test } from '@jest/globals';
import { createRounds } from '#services/gateway/commands/ask-operations.ts';
import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { pause } from '../../../support/pause.ts';

type Question = readonly [ServiceName, readonly string[]];

let questions: Question[];
let away: Set<ServiceName>;
beforeEach(() => {
  [questions, away] = [[], new Set()];
});

/** A response that contains the id of its command. */
const knownOf = (command: string) => ({ takenUpTo: command }) as KnownOperation;

async function askAll(service: ServiceName, commands: readonly string[]): Promise<KnownOperation[]> {
  questions.push([service, commands]);
  await pause(1);
  if (away.has(service)) throw new Error('away');
  return commands.map(knownOf);
}

const ofOrders = (commandId: string) => ({ service: 'orders' as const, commandId });
const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

test('while the gateway queries a service for operations, further look-ups wait and share the next query, which lists each operation only once', async () => {
  const ask = createRounds(askAll, () => 0);
  const first = ask(ofOrders('a'));
  await turn();
  const others = ['b', 'a', 'c', 'b'].map((command) => ask(ofOrders(command)));
  expect((await Promise.all([first, ...others])).map(({ takenUpTo }) => takenUpTo)).toEqual([
    'a',
    'b',
    'a',
    'c',
    'b',
  ]);
  expect(questions).toEqual([
    ['orders', ['a']],
    ['orders', ['b', 'a', 'c']],
  ]);
});

test('the gateway looks up many operations in queries of at most a hundred operations, one query after another', async () => {
  const ask = createRounds(askAll, () => 0);
  const first = ask(ofOrders('0'));
  await turn();
  const others = many(251)
    .slice(1)
    .map((command) => ask(ofOrders(command)));
  await first;
  expect(questions.length).toBeLessThanOrEqual(2);
  expect((await Promise.all(others)).map(({ takenUpTo }) => takenUpTo)).toEqual(many(251).slice(1));
  expect(questions.map(([, commands]) => commands.length)).toEqual([1, 100, 100, 50]);
});

test('between two queries for operations, the gateway pauses for a time computed from the duration of the first query', async () => {
  const worked: number[] = [];
  const ask = createRounds(askAll, (workedMs) => {
    worked.push(workedMs);
    return 300;
  });
  await ask(ofOrders('a'));
  const next = ask(ofOrders('b'));
  await turn();
  await turn();
  expect(questions).toHaveLength(1);
  await next;
  expect(questions).toHaveLength(2);
  expect(worked[0]).toBeGreaterThan(0);
});

test('while one service is unavailable, the gateway can still look up operations of another service', async () => {
  const ask = createRounds(askAll, () => 0);
  away.add('orders');
  const [orders, catalog] = await Promise.allSettled([
    ask(ofOrders('a')),
    ask({ service: 'catalog', commandId: 'b' }),
  ]);
  expect([orders.status, catalog.status]).toEqual(['rejected', 'fulfilled']);
  away.clear();
  await expect(ask(ofOrders('a'))).resolves.toEqual(knownOf('a'));
});
