import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { say } from './bench-command.ts';
import { withBenchStore, type BenchStore } from './bench-store.ts';
import { plantOrders } from './plant-orders.ts';

export interface Asked {
  orders: string;
  folder: string;
}

/** Audits a store with `orders` orders and prints the figures. */
export async function measureAudit({ orders, folder }: Asked): Promise<void> {
  await withBenchStore(folder, async (bench) => {
    say(`filling up to ${orders} orders`);
    await plantOrders(bench, Number(orders));
    say('auditing');
    const { report, seconds, peakMiB } = await auditAlone(bench);
    const { counted, findings, longest_snapshot_seconds: snapshot, not_checked: notChecked } = report;
    console.log(
      JSON.stringify({ counted, findings: findings.length, notChecked, seconds, snapshot, peakMiB }),
    );
  });
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
