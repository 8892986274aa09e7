import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ChaosStore } from './chaos-store.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** What the operator's tool for parked commands said, and whether it did what was asked. */
export interface ToolAnswer {
  isDone: boolean;
  said: string;
}

/** `npm run parked` at work on the store of a chaos run. */
export async function runParked(store: ChaosStore, ...args: string[]): Promise<ToolAnswer> {
  const env = {
    ...process.env,
    MONGODB_URI: store.servers.mongodbUri,
    RABBITMQ_URL: store.servers.rabbitmqUrl,
    STORE_NAMESPACE: store.namespace,
  };
  try {
    const { stdout } = await run(process.execPath, ['tools/operate/parked.ts', ...args], { cwd: root, env });
    return { isDone: true, said: stdout };
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string };
    return { isDone: false, said: `${stdout}${stderr}` || message };
  }
}

/** The ids of what is parked, by the request that sent it. */
export async function parkedIds(store: ChaosStore): Promise<Map<string, string>> {
  const { said } = await runParked(store, 'list', '--json');
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  const parked = lines.map((line) => JSON.parse(line) as { requestId: string; id: string });
  return new Map(parked.map(({ requestId, id }) => [requestId, id]));
}
