import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { ChaosStore } from './chaos-store.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

/** Whether `npm run parked` succeeded, and its output. */
interface ToolAnswer {
  isDone: boolean;
  said: string;
}

/** Runs `npm run parked` on the store of a chaos run. */
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

export interface ParkedLine {
  id: string;
  requestId: string;
  /** The time when the command was accepted, and the id of its last redrive. Copies of one message have the same two values. */
  at: string;
  redrive: string | null;
}

/**
 * Lists the parked commands. A command can appear twice. If the broker's confirm for the parked command is
 * lost, or the worker dies before the ack, the command is parked again rather than lost.
 */
export async function listParked(store: ChaosStore): Promise<ParkedLine[]> {
  const { said } = await runParked(store, 'list', '--json');
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as ParkedLine);
}
