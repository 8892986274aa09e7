/** `npm run console:build`: builds the console into the static files that the gateway serves. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { InlineConfig } from 'vite';

import { flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';

const root = join(import.meta.dirname, '../..');
const consoleFolder = join(root, 'console');
const dist = join(consoleFolder, 'dist');
/** The file with the hash of the sources from which the built files were made. */
const stampName = '.stamp';

const usage = `Usage: npm run console:build [-- --if-stale]

Builds the console into console/dist, from where the gateway serves it, and prints its size.

  --if-stale   builds only if a source file, the client or a package has changed since the last build`;

await runCommand(async () => {
  const options = { 'if-stale': flag };
  const asked = readCommandLine({ name: 'npm run console:build', usage, options });
  if (asked === null) return 0;
  const stamp = await stampOfSources();
  if (asked.values['if-stale'] && stamp === stampOfDist()) return 0;
  await buildConsole(stamp);
  return 0;
});

async function buildConsole(stamp: string): Promise<void> {
  // Imported when needed, because it is large.
  const { build } = await import('vite');
  const started = Date.now();
  // Builds into a new folder, because a gateway may be serving the previous files.
  const fresh = `${dist}.${process.pid}`;
  try {
    await build(viteOptions(fresh));
    const size = await firstLoad(fresh);
    writeFileSync(join(fresh, stampName), stamp);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.error(`The console is built (${seconds} s; ${size} kB gzipped before first use).`);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function viteOptions(outDir: string): InlineConfig {
  return {
    configFile: false,
    root: consoleFolder,
    base: '/console/',
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic' } },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // The oldest browser versions that support light-dark(). Vite's fallback for older browsers needs a colour scheme, but
      // Mantine sets that elsewhere.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // Keeps each asset in its own file, because the content security policy forbids data: URLs.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        onLog: (level, log, forward) => {
          // Mantine and TanStack mark files for React server components, which the console does not use.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log);
        },
      },
    },
  };
}

/** Hashes the contents of the sources, so that switching branches back and forth does not cause a new build. */
async function stampOfSources(): Promise<string> {
  const hash = createHash('sha256');
  const patterns = ['console/**/*.*', 'clients/typescript/src/**/*.ts', 'tools/console/*.ts'];
  const files: string[] = [];
  const exclude = (name: string) => /(^|\/)dist(\.|$|\/)/.test(name);
  for await (const file of glob(patterns, { cwd: root, exclude })) files.push(file);
  for (const file of [...files, 'package-lock.json'].sort())
    for (const part of [file, '\0', readFileSync(join(root, file)), '\0']) hash.update(part);
  return hash.digest('hex');
}

function stampOfDist(): string | undefined {
  const file = join(dist, stampName);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** The gzipped size in kB that a browser loads before first use: the page and the files to which it links. */
async function firstLoad(folder: string): Promise<number> {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/console\/([^"]+\.(?:js|css))"/g)].map(
    ([, file]) => file ?? '',
  );
  const bytes = [page, ...named.map((file) => readFileSync(join(folder, file), 'utf8'))].map(
    (text) => gzipSync(text).length,
  );
  return Math.ceil(bytes.reduce((sum, size) => sum + size, 0) / 1000);
}
