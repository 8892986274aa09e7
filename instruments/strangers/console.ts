import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { ensureChromium, launchChromium } from '#tests/e2e/support/chromium.ts';
import { signedIn } from '#tests/support/console-browser.ts';
import type { StoreAccess } from '#tests/support/store-access.ts';
import { root } from '#tools/clients/folders.ts';
import { runTool } from '#tools/clients/run-tool.ts';
import { npmPackages, workFolder } from './install.ts';
import type { Stranger } from './stranger.ts';

/** Pages of an admin who is signed in, and the reference page of the API. */
const pages = ['/console', '/console/orders', '/console/catalogue/products', '/docs/'];

/** Builds the console if necessary, and signs in. Returns the cookies. */
async function visitor(access: StoreAccess): Promise<Map<string, string>> {
  const bootstrap = join(root, 'tools/local-stack/bootstrap.mjs');
  await runTool(process.execPath, [bootstrap, 'console:build', '--if-stale'], { cwd: root });
  return (await signedIn(access)).cookies;
}

async function chromium(): Promise<string> {
  const path = await ensureChromium();
  if (path === null) throw new Error('This machine has no Chromium.');
  return path;
}

/** Rules that the reference page of the API does not follow. The page is Swagger UI. */
const ofSwagger = ['color-contrast', 'heading-order', 'select-name'];

interface LighthouseReport {
  categories: Record<string, { auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { title: string; score: number | null; scoreDisplayMode?: string }>;
}

export const lighthouse: Stranger = {
  proves:
    'Lighthouse finds nothing about accessibility and good practice in pages of the console and of the docs',
  judge: async (store) => {
    const access = await store();
    const cookies = await visitor(access);
    const folder = await npmPackages('lighthouse');
    const [headers, report] = [join(workFolder, 'headers.json'), join(workFolder, 'lighthouse.json')];
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    mkdirSync(workFolder, { recursive: true });
    writeFileSync(headers, JSON.stringify({ cookie }));
    const program = join(folder, 'node_modules/lighthouse/cli/index.js');
    const flags = ['--quiet', '--no-enable-error-reporting', '--chrome-flags=--headless --no-sandbox'];
    const judged = ['--only-categories=accessibility,best-practices', `--extra-headers=${headers}`];
    const found: string[] = [];
    for (const page of pages) {
      const args = [
        program,
        access.url + page,
        ...flags,
        ...judged,
        '--output=json',
        `--output-path=${report}`,
      ];
      await runTool(process.execPath, args, { cwd: workFolder, env: { CHROME_PATH: await chromium() } });
      const { categories, audits } = JSON.parse(readFileSync(report, 'utf8')) as LighthouseReport;
      for (const { id, weight } of Object.values(categories).flatMap(({ auditRefs }) => auditRefs)) {
        const { title, score, scoreDisplayMode } = audits[id] ?? { title: 'no such audit', score: 0 };
        const isNamed = page === '/docs/' && ofSwagger.includes(id);
        // An audit without a score does not apply to the page, unless Lighthouse failed to run it.
        const isPassed = score === null ? scoreDisplayMode !== 'error' : score >= 1;
        if (weight > 0 && !isPassed && !isNamed) found.push(`${page}: ${id}: ${title}`);
      }
    }
    return found;
  },
};

/** Reads a page from its beginning to its end, as a user of a screen reader does. Runs in the page. */
const readAloud = `(async () => {
  const { virtual } = reader;
  await virtual.start({ container: document.body });
  const start = await virtual.lastSpokenPhrase();
  for (let step = 0; step < 2000; step += 1) {
    await virtual.next();
    if ((await virtual.lastSpokenPhrase()) === 'end of ' + start) break;
  }
  const phrases = await virtual.spokenPhraseLog();
  await virtual.stop();
  return phrases;
})()`;

/** Roles whose elements have no meaning for a screen reader without a name. */
const nameless =
  /^(button|link|textbox|combobox|checkbox|searchbox|menuitem|tab|dialog|img|table|navigation)$/;

export const screenReader: Stranger = {
  proves: 'a virtual screen reader reads pages of the console to their end, and each control has a name',
  judge: async (store) => {
    const access = await store();
    const cookies = await visitor(access);
    const folder = await npmPackages('@guidepup/virtual-screen-reader');
    const entry = join(folder, 'node_modules/@guidepup/virtual-screen-reader/lib/esm/index.browser.js');
    const { outputFiles } = buildSync({
      entryPoints: [entry],
      bundle: true,
      format: 'iife',
      globalName: 'reader',
      write: false,
    });
    const script = outputFiles.map(({ text }) => text).join('\n');
    const browser = await launchChromium(await chromium());
    try {
      const context = await browser.newContext();
      await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: access.url })));
      const found: string[] = [];
      for (const path of pages.filter((page) => page.startsWith('/console'))) {
        const page = await context.newPage();
        await page.goto(access.url + path, { waitUntil: 'networkidle' });
        const phrases = await page.evaluate<string[]>(`${script}\n${readAloud}`);
        if (phrases.at(-1) !== `end of ${phrases[0] ?? ''}`)
          found.push(`${path}: the reader does not reach the end`);
        if (!phrases.some((phrase) => /^heading, .+, level 1$/.test(phrase)))
          found.push(`${path}: no main heading`);
        found.push(
          ...phrases
            .filter((phrase) => nameless.test(phrase))
            .map((phrase) => `${path}: a ${phrase} without a name`),
        );
        await page.close();
      }
      return found;
    } finally {
      await browser.close();
    }
  },
};
