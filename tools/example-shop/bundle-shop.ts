import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = join(import.meta.dirname, '../../clients/example-shop');

export interface ShopFile {
  type: string;
  content: string;
}

/** Bundles the shop's files in memory. Keys are paths. */
export async function bundleShop(currency: string): Promise<ReadonlyMap<string, ShopFile>> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'src/main.ts')],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    define: { CURRENCY: JSON.stringify(currency) },
    write: false,
  });
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', content: await read('index.html') }],
    ['/shop.css', { type: 'text/css; charset=utf-8', content: await read('shop.css') }],
    ['/shop.js', { type: 'text/javascript; charset=utf-8', content: outputFiles[0]?.text ?? '' }],
  ]);
}
