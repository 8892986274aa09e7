import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, jest, test } from '@jest/globals';

jest.setTimeout(120_000);

const root = join(import.meta.dirname, '../../..');
const heapMiB = 32;

/** Writes the export in a process whose heap is smaller than the file. */
async function mostMiBOf(format: string, count: number): Promise<number> {
  const program = join(import.meta.dirname, 'write-many-rows.ts');
  const args = [`--max-old-space-size=${heapMiB}`, program, format, String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return (JSON.parse(stdout) as { mostMiB: number }).mostMiB;
}

// NDJSON has the same stream as CSV.
test.each(['csv', 'xlsx'])(
  'an export of 100,000 rows as %s needs less than 55 MiB more memory than an export of 10,000 rows',
  async (format) => {
    const few = await mostMiBOf(format, 10_000);
    const many = await mostMiBOf(format, 100_000);
    // The large export has 60 MiB of rows as text, or 160 MiB of spreadsheet cells.
    expect(many - few).toBeLessThan(55);
  },
);
