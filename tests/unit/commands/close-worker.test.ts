import { beforeEach, expect, test } from '@jest/globals';
import { closersOf } from '#shared/engine/service/run-worker.ts';
import { eventually } from '../../support/eventually.ts';

const never = () => new Promise<never>(() => undefined);
const soonMs = 10;
const longMs = 60_000;

let calls: string[];
let stopping: AbortController;
beforeEach(() => {
  calls = [];
  stopping = new AbortController();
});

const close = (name: string) => async () => void calls.push(name);

/** All parts of a worker. The parts in `instead` never close. */
function partsOf(instead: { worker?: typeof never; bulk?: typeof never; beside?: typeof never } = {}) {
  return {
    worker: { close: instead.worker ?? close('worker'), handBack: () => void calls.push('hand back') },
    bulk: { close: instead.bulk ?? close('bulk') },
    beside: [instead.beside ?? close('beside')],
    after: [{ close: close('relay') }, { close: close('health') }],
    database: { close: close('database') },
    stopping,
  };
}

async function run(closers: ReturnType<typeof closersOf>): Promise<void> {
  for (const one of closers) await one();
}

test('a closing worker closes its background jobs, commands, bulk work, event relay, health port and database in this sequence', async () => {
  await run(closersOf(partsOf(), longMs));
  expect(calls).toEqual(['beside', 'worker', 'bulk', 'relay', 'health', 'database']);
  expect(stopping.signal.aborted).toBe(false);
});

test('if a background job does not stop, a closing worker still closes commands, bulk work, the event relay and the health port', async () => {
  void run(closersOf(partsOf({ beside: never }), longMs));
  await eventually('the other parts to close', () => calls.includes('health'));
  expect(calls).toEqual(['worker', 'bulk', 'relay', 'health']);
});

test.each([
  ['command processing', 'worker'],
  ['bulk work', 'bulk'],
])(
  'if %s does not stop in time, a closing worker aborts all work and returns unfinished messages to their queue',
  async (_part, name) => {
    void run(closersOf(partsOf({ [name]: never }), soonMs));
    await eventually('the worker to abort its work', () => stopping.signal.aborted);
    expect(calls).toContain('hand back');
  },
);
