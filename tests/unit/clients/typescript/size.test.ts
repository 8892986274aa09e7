import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from '@jest/globals';

const folder = join(import.meta.dirname, '../../../../clients/typescript/src');
const readme = readFileSync(join(folder, '../README.md'), 'utf8');
const five = 'createClient, shopProductsList, shopCartAdd, shopCartRead, shopOrdersCheckout, shopOrdersRead';

/** Bytes that the client adds to an app, minified and gzipped. Fails if the client imports a Node module. */
async function sizeOf(imported: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: `${imported}; globalThis.app = app;`, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
  });
  return gzipSync(Buffer.concat(outputFiles.map(({ contents }) => contents)), { level: 9 }).length;
}

describe('bundle size of the client', () => {
  test('the TypeScript client adds at most 12 kB gzipped to a shopper’s app with five calls', async () => {
    const bytes = await sizeOf(`import { ${five} } from './main.ts'; const app = [${five}]`);
    process.stderr.write(`clients/typescript: five calls ${bytes} bytes gzipped\n`);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(12_000);
  });

  test('the whole TypeScript client has the size that its README states, and an app that uses five calls is smaller', async () => {
    const all = await sizeOf(`import * as app from './main.ts'`);
    const stated = [...readme.matchAll(/(\d+) kB/g)].map(([, size]) => Number(size));
    expect(stated[0]).toBe(Math.ceil(all / 1000));
    expect(all).toBeGreaterThan(await sizeOf(`import { ${five} } from './main.ts'; const app = [${five}]`));
  });
});
