import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

const folder = join(import.meta.dirname, '../../clients/example-shop');

export interface ShopFile {
  type: string;
  content: string;
}

/** Bundles the shop's files in memory. Keys are paths. */
export async function bundleShop(currency: string): Promise<ReadonlyMap<string, ShopFile>> {
  const { output } = (await build({
    configFile: false,
    root: folder,
    logLevel: 'warn',
    define: { CURRENCY: JSON.stringify(currency) },
    build: { target: 'es2022', write: false, rolldownOptions: { input: join(folder, 'src/main.ts') } },
  })) as Rolldown.RolldownOutput;
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return new Map([
    ['/', { type: 'text/html; charset=utf-8', content: await read('index.html') }],
    ['/shop.css', { type: 'text/css; charset=utf-8', content: await read('shop.css') }],
    ['/shop.js', { type: 'text/javascript; charset=utf-8', content: output[0].code }],
  ]);
}
