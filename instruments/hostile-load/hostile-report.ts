import { milliseconds } from './judge.ts';
import type { Row } from './hostile-run.ts';

const head = [
  'attack',
  'bytes each',
  'connections',
  'requests',
  'answers',
  'read p95 quiet → meanwhile, ms',
  'write p95',
  'live',
  'gateway, APIs MiB',
  'CPU ms/KiB',
  'broken',
];

function tableCells(row: Row): string[] {
  const { attack, connections, quiet, tally, other, liveMs, peak, cpuMs, broken } = row;
  const each = tally.requests === 0 ? 0 : tally.sent / tally.requests;
  const memory = ['gateway', 'catalog-api', 'orders-api'].map((name) => (peak[name] ?? 0).toFixed(0));
  return [
    `${attack.name} (${attack.from})`,
    bytes(each),
    String(connections),
    String(tally.requests),
    answers(row),
    `${milliseconds(quiet.readP95)} → ${milliseconds(other.readP95)}`,
    `${milliseconds(quiet.writeP95)} → ${milliseconds(other.writeP95)}`,
    milliseconds(liveMs),
    memory.join(' '),
    costOf(cpuMs, tally.sent),
    broken.join('; '),
  ];
}

export function hostileTable(rows: readonly Row[]): string {
  const families = Map.groupBy(rows, ({ attack }) => attack.family);
  return [...families]
    .map(([family, some]) => {
      const lines = [head, head.map(() => '---'), ...some.map(tableCells)].map(
        (cells) => `| ${cells.join(' | ')} |`,
      );
      return `### ${family}\n\n${lines.join('\n')}`;
    })
    .join('\n\n');
}

export function progressLine(row: Row): string {
  const { attack, connections, other, liveMs, broken } = row;
  const figures = `reads ${milliseconds(other.readP95)}, writes ${milliseconds(other.writeP95)}, live ${milliseconds(liveMs)} ms`;
  const verdict = broken.length === 0 ? 'kept' : `BROKEN: ${broken.join('; ')}`;
  return `${attack.family}: ${attack.name} (${attack.from}) × ${connections}: ${figures}; ${answers(row)}: ${verdict}`;
}

function answers({ tally }: Row): string {
  const counted = Object.entries(tally.statuses).map(([status, count]) => `${count} × ${status}`);
  if (tally.cut > 0) counted.push(`${tally.cut} cut`);
  return counted.length === 0 ? 'none' : counted.join(', ');
}

function bytes(count: number): string {
  return count < 10_000 ? count.toFixed(0) : `${(count / 1024).toFixed(0)} KiB`;
}

/** CPU time of the store per KiB that the attackers sent, without the share of the well-behaved caller. */
function costOf(cpuMs: number, sent: number): string {
  return sent === 0 ? '' : (cpuMs / (sent / 1024)).toFixed(2);
}
