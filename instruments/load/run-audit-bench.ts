/** `npm run store -- audit-bench`: see its `--help`. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { startBenchStore, type BenchStore } from './bench-store.ts';
import { plantOrders } from './plant-orders.ts';

const usage = `Usage: npm run store -- audit-bench [options]

Seconds and memory of an audit of that many orders, planted with all derived data.

  --orders N    (default 1000000)
  --folder DIR  keeps the data (default .data/audit-bench)`;

const command = {
  name: 'npm run store -- audit-bench',
  usage,
  options: {
    orders: { type: 'string', default: '1000000' },
    folder: { type: 'string', default: '.data/audit-bench' },
  },
} as const;

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`);

await runCommand(async () => {
  const asked = readCommandLine(command);
  if (asked === null) return;
  onStopRequest(() => process.exit(130));
  await run(Number(asked.values.orders), asked.values.folder);
});
process.exit();

async function run(orders: number, folder: string): Promise<void> {
  const bench = await startBenchStore(folder, { AUDIT_INTERVAL_HOURS: '0' });
  try {
    say(`filling up to ${orders} orders`);
    await plantOrders(bench, orders);
    say('auditing');
    const { report, seconds, peakMiB } = await auditAlone(bench);
    const { counted, findings, longest_snapshot_seconds: snapshot, not_checked: notChecked } = report;
    console.log(
      JSON.stringify({ counted, findings: findings.length, notChecked, seconds, snapshot, peakMiB }),
    );
  } finally {
    await bench.stop();
  }
}

interface Report {
  counted: object;
  findings: object[];
  longest_snapshot_seconds: number;
  not_checked: object[];
}

/** Runs the command as an operator does, and reads its peak memory from the kernel. */
async function auditAlone({ servers, namespace }: BenchStore) {
  const env = {
    ...process.env,
    MONGODB_URI: servers.mongodbUri,
    RABBITMQ_URL: servers.rabbitmqUrl,
    STORE_NAMESPACE: namespace,
  };
  const began = performance.now();
  const child = spawn(process.execPath, ['tools/operate/audit.ts', '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let peakMiB = 0;
  const watch = setInterval(() => (peakMiB = Math.max(peakMiB, peakOf(child.pid))), 250);
  let text = '';
  for await (const chunk of child.stdout) text += String(chunk);
  clearInterval(watch);
  const seconds = Math.round((performance.now() - began) / 100) / 10;
  return { report: JSON.parse(text) as Report, seconds, peakMiB: Math.round(peakMiB) };
}

function peakOf(pid: number | undefined): number {
  try {
    const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kibibytes ?? 0) / 1024;
  } catch {
    // The process has already ended.
    return 0;
  }
}
