/**
 * `npm run client:typescript`: writes the generated part of clients/typescript from the gateway's OpenAPI document. With
 * `--check` it only verifies that the committed files are up to date.
 */
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, runCommand } from '#shared/process/command-line.ts';
import { PlainError } from '#shared/process/plain-error.ts';
import { generateTypescript } from './generate-typescript.ts';

const folder = join(import.meta.dirname, '../../clients/typescript/src/generated');

const usage = `Usage: npm run client:typescript [-- --check]

Writes the types and calls of the TypeScript client from the OpenAPI document.

  --check   write nothing; exit 1 when what is committed differs`;

await runCommand(async () => {
  const options = { check: { type: 'boolean', default: false } } as const;
  const asked = readCommandLine({ name: 'npm run client:typescript', usage, options });
  if (asked === null) return 0;
  if (asked.values.check) await compare();
  else await generateTypescript(folder);
  return 0;
});

async function compare(): Promise<void> {
  const fresh = mkdtempSync(join(tmpdir(), 'client-typescript-'));
  try {
    await generateTypescript(fresh);
    const names = new Set([...readdirSync(fresh), ...readdirSync(folder)]);
    const differing = [...names].filter((name) => textOf(fresh, name) !== textOf(folder, name));
    if (differing.length === 0) return;
    const list = differing.join(', ');
    throw new PlainError(
      `clients/typescript is not what the OpenAPI document says: ${list}. Run npm run client:typescript.`,
    );
  } finally {
    rmSync(fresh, { recursive: true });
  }
}

function textOf(directory: string, name: string): string | null {
  try {
    return readFileSync(join(directory, name), 'utf8');
  } catch {
    return null;
  }
}
