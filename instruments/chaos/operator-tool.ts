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

export interface ParkedLine {
  id: string;
  requestId: string;
  /** When it was accepted, and the redrive that last sent it back: copies of one message have the same. */
  at: string;
  redrive: string | null;
}

/**
 * What is parked. A command may lie there twice: when the confirm of its parking was lost, or its worker died before the ack, it is
 * parked again, for otherwise it might not be parked at all.
 */
export async function listParked(store: ChaosStore): Promise<ParkedLine[]> {
  const { said } = await runParked(store, 'list', '--json');
  const lines = said.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as ParkedLine);
}
