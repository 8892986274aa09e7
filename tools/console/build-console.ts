/** `npm run console:build`: builds the console into the static files that the gateway serves. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { HtmlTagDescriptor, InlineConfig, Plugin } from 'vite';

import { flag, readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';

const root = join(import.meta.dirname, '../..');
const consoleFolder = join(root, 'console');
const dist = join(consoleFolder, 'dist');
/** The file that lists the files of each page. The gateway serves no file whose name begins with a dot. */
const manifestName = '.manifest.json';
const mostKilobytes = 240;
const mainModule = join(consoleFolder, 'main.tsx');
/** The file that contains the hash of the sources of the build. */
const stampName = '.stamp';

/** Modules of the start script. It is a separate file, so that it runs while the code of the first render is still loading. */
const isOfStart =
  /console\/(start|rooms|data\/(early-reads|room-at)|texts\/(initial-language|fill-text|words|define-texts))\.ts$|index\.html/;

/** Modules that no page needs for its first render. They load afterwards, so they are not bundled with other modules. */
const isShownLater =
  /floating-ui|react-(remove-scroll|transition-group)|@mantine.notifications|components.(Popover|Menu|Combobox|Select|ScrollArea|FocusTrap|Modal|ModalBase|Switch)\b|parts.(dialog-window|opened-|record-select|customer-select|product-select|shortcuts-dialog)/;

/** Modules of one page, which other pages do not need. */
const isOfOneRoom = /console\/(?!parts\/|data\/|format\/|texts\/|frame\/)[\w-]+\//;

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
    expectStylesOfMantine(fresh);
    const loads = firstLoads(fresh);
    expectSmall(loads);
    writeFileSync(join(fresh, stampName), stamp);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
    const seconds = ((Date.now() - started) / 1000).toFixed(1);
    console.error(
      `The console is built (${seconds} s; at most ${Math.max(...loads.values())} kB gzipped before first use).`,
    );
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
    plugins: [linkFirstFiles()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      // The oldest browser versions that support light-dark(). Vite's fallback for older browsers needs a
      // colour scheme, but Mantine sets the colour scheme in another way.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // Keeps each asset in its own file, because the content security policy forbids data: URLs.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      manifest: manifestName,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        // `main.tsx` is an entry too, because the page's start script loads it in every case.
        input: [join(consoleFolder, 'index.html'), mainModule],
        // Many small files are slow to load over HTTP/1.1. So the modules that every page needs are in one
        // file, and the modules that several pages share are in another.
        output: {
          codeSplitting: {
            groups: [
              { name: 'start', test: isOfStart, priority: 2 },
              { name: 'first', tags: ['$initial'], priority: 1 },
              {
                name: 'shared',
                minShareCount: 2,
                test: (id) => !isShownLater.test(id) && !isOfOneRoom.test(id),
              },
            ],
          },
        },
        onLog: (level, log, forward) => {
          // Ignores a warning about directives for React server components. Mantine and TanStack contain
          // these directives, but the console does not use them.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') forward(level, log);
        },
      },
    },
  };
}

/** Links the first code and styles in the page, so that the browser loads them without waiting for the start script. */
function linkFirstFiles(): Plugin {
  return {
    name: 'link-first-files',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle).flatMap((main) => {
          if (main.type !== 'chunk' || main.facadeModuleId !== mainModule) return [];
          const chunks = [main.fileName, ...main.imports].flatMap((name) => bundle[name] ?? []);
          const styles = chunks.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
          return [
            ...chunks.map(({ fileName }) => linkTo('modulepreload', fileName)),
            ...styles.map((fileName) => linkTo('stylesheet', fileName)),
          ];
        }),
    },
  };
}

function linkTo(rel: 'modulepreload' | 'stylesheet', file: string): HtmlTagDescriptor {
  return { tag: 'link', attrs: { rel, crossorigin: true, href: `/console/${file}` }, injectTo: 'head' };
}

function expectSmall(loads: ReadonlyMap<string, number>): void {
  const large = [...loads].filter(([, size]) => size > mostKilobytes);
  if (large.length > 0)
    throw new PlainError(
      `A browser may load at most ${mostKilobytes} kB, gzipped, before it shows a page of the console. Above: ${large.map(([page, size]) => `${page} (${size} kB)`).join(', ')}.`,
    );
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

/**
 * Rejects missing and unused style sheets of Mantine, by comparing the classes in the built code with the
 * classes in the built styles.
 */
function expectStylesOfMantine(folder: string): void {
  const assets = join(folder, 'assets');
  const built = (ending: string) => {
    const files = readdirSync(assets).filter((file) => file.endsWith(ending));
    return classesOfMantine(files.map((file) => readFileSync(join(assets, file), 'utf8')).join());
  };
  const [named, styled] = [built('.js'), built('.css')];
  const sheets = join(root, 'node_modules/@mantine/core/styles');
  const wrong = readdirSync(sheets).filter((sheet) => {
    if (!sheet.endsWith('.css') || sheet.endsWith('.layer.css')) return false;
    const classes = [...classesOfMantine(readFileSync(join(sheets, sheet), 'utf8'))];
    return classes.some((name) => named.has(name)) !== classes.some((name) => styled.has(name));
  });
  if (wrong.length > 0)
    throw new PlainError(
      `console/frame/mantine-styles.ts must import the style sheets of the components in use, and no others. Missing or unused: ${wrong.join(', ')}.`,
    );
}

function classesOfMantine(text: string): Set<string> {
  return new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
}

interface BuiltFile {
  file: string;
  css?: string[];
  imports?: string[];
}

/**
 * The size in kB, gzipped, of the files that a browser loads before the first use of each page: the document, the
 * files to which it links, and the page's own files.
 */
function firstLoads(folder: string): Map<string, number> {
  const built = JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Record<string, BuiltFile>;
  const sizes = new Map<string, number>();
  const size = (file: string) => {
    const known = sizes.get(file) ?? gzipSync(readFileSync(join(folder, file))).length;
    sizes.set(file, known);
    return known;
  };
  const pages = Object.keys(built).filter((name) => name.endsWith('-page.tsx'));
  return new Map(
    pages.map((page) => {
      const modules = new Set(['index.html', 'main.tsx', page]);
      for (const name of modules) for (const imported of built[name]?.imports ?? []) modules.add(imported);
      const files = [...modules].flatMap((name) => [built[name]?.file ?? [], built[name]?.css ?? []].flat());
      const bytes = ['index.html', ...new Set(files)].reduce((sum, file) => sum + size(file), 0);
      return [page, Math.ceil(bytes / 1000)];
    }),
  );
}
