import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';
import { exportFormats } from '#shared/contracts/schema-kit/exports.ts';

jest.setTimeout(120_000);

const root = join(import.meta.dirname, '../../..');
const heapMiB = 32;

/** In a process that has no room for what is written. */
async function mostMiBOf(format: string, count: number): Promise<number> {
  const program = join(import.meta.dirname, 'write-many-rows.ts');
  const args = [`--max-old-space-size=${heapMiB}`, program, format, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return (JSON.parse(stdout) as { mostMiB: number }).mostMiB;
}

test.each(exportFormats)(
  'an export as %s with ten times as many rows takes no more memory',
  async (format) => {
    const few = await mostMiBOf(format, 10_000);
    const many = await mostMiBOf(format, 100_000);
    // The rows come to 60 MiB as text, the cells of a sheet to 160.
    expect(many - few).toBeLessThan(55);
  },
);
