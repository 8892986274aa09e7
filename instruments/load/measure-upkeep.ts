import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { prepareCheckouts } from './checkout-load.ts';
import { plantOrders } from './plant-orders.ts';
import { ratioInterval, type RatePair } from './releases/paired-ratio.ts';
import { warmUp } from './scenarios/checkout-bench.ts';
import { openShop, shoppers } from './scenarios/limits-bench.ts';

/** Maintenance work that runs during the checkouts: a command, or the workers' own audits. */
interface Upkeep {
  tool: string[] | null;
  auditEveryHours: string;
}

const none: Upkeep = { tool: null, auditEveryHours: '0' };
const backups = 'backups';
const upkeeps: Readonly<Record<string, Upkeep>> = {
  // The next audit is due as soon as the previous one has ended.
  'scheduled-audit': { tool: null, auditEveryHours: '0.0005' },
  backup: { tool: ['backup', backups, '--keep', '1'], auditEveryHours: '0' },
  audit: { tool: ['audit', '--json'], auditEveryHours: '0' },
};

export interface Asked {
  orders: string;
  callers: string;
  alternations: string;
  only: string;
  folder: string;
}

/** Compares the rate of checkouts with and without upkeep, and prints the ratios. */
export async function measureUpkeep(asked: Asked): Promise<void> {
  const { orders, callers, alternations, only, folder } = asked;
  for (const name of only.split(',')) {
    const upkeep = upkeeps[name];
    if (upkeep === undefined)
      throw new PlainError(`--only must list one or more of ${Object.keys(upkeeps).join(', ')}`);
    const turns = { folder, orders: Number(orders), callers: Number(callers) };
    console.log(JSON.stringify({ beside: name, ...(await compare(upkeep, Number(alternations), turns)) }));
  }
}

interface Turns {
  folder: string;
  orders: number;
  callers: number;
}

/**
 * Measures pairs of runs, one with and one without the upkeep. Every second pair starts with the upkeep, so a change of the
 * machine's speed affects both kinds of runs alike.
 */
async function compare(upkeep: Upkeep, alternations: number, turns: Turns) {
  const pairs: RatePair[] = [];
  for (let pair = 0; pair < alternations; pair += 1) {
    const isFirst = pair % 2 === 0;
    const first = await turn(isFirst ? none : upkeep, turns);
    const second = await turn(isFirst ? upkeep : none, turns);
    pairs.push(isFirst ? { old: first, new: second } : { old: second, new: first });
    say(`${pair + 1} of ${alternations}: alone ${pairs.at(-1)?.old}/s, beside ${pairs.at(-1)?.new}/s`);
  }
  return ratioInterval(pairs);
}

/** Fills a store and returns its rate of checkouts. The upkeep, such as a backup, runs during the checkouts. */
async function turn({ tool, auditEveryHours }: Upkeep, { folder, orders, callers }: Turns): Promise<number> {
  const measure = async (bench: BenchStore): Promise<number> => {
    await plantOrders(bench, orders);
    const { models, shop } = await openShop(bench);
    const checkouts = await prepareCheckouts(bench, models, shop);
    await warmUp(checkouts, [{ url: bench.store.url, models }]);
    const beside = tool === null ? null : repeat(bench, folder, tool);
    const { rate } = await checkouts.run(callers, shoppers);
    await beside?.stop();
    return rate;
  };
  try {
    return await withBenchStore(folder, measure, { AUDIT_INTERVAL_HOURS: auditEveryHours });
  } finally {
    rmSync(join(folder, backups), { recursive: true, force: true });
  }
}

/** Runs a command repeatedly, as an operator does. */
function repeat({ servers, namespace }: BenchStore, folder: string, [name = '', ...args]: string[]) {
  const env = {
    ...process.env,
    MONGODB_URI: servers.mongodbUri,
    RABBITMQ_URL: servers.rabbitmqUrl,
    STORE_NAMESPACE: namespace,
  };
  const inFolder = args.map((arg) => (arg === backups ? join(folder, backups) : arg));
  const over = new AbortController();
  let child = begin();
  const ended = (async () => {
    for (;;) {
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      if (over.signal.aborted) return;
      // An audit exits with 1 if it has findings. A backup that fails also exits with 1.
      if (code !== 0 && !(name === 'audit' && code === 1))
        throw new Error(`${name} ended with ${code ?? signal}`);
      child = begin();
    }
  })();
  // `stop` throws this error.
  ended.catch(() => undefined);
  return {
    stop: async () => {
      over.abort();
      child.kill('SIGKILL');
      await ended;
    },
  };

  function begin() {
    return spawn(process.execPath, [`tools/operate/${name}.ts`, ...inFolder], { env, stdio: 'ignore' });
  }
}
