import { join } from 'node:path';
import type { InlineConfig } from 'vite';

export const consoleFolder = join(import.meta.dirname, '../../console');

/** How the console is built. Vite's own compiler takes TypeScript and JSX. */
export function viteOptions(outDir: string): InlineConfig {
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
      // The first that know light-dark(): what would be written for older ones needs a colour scheme that Mantine sets elsewhere.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      // A file each: the policy allows no data: URLs.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        onLog: (level, log, tell) => {
          // Mantine and TanStack mark their files for React's servers, of which there is none here.
          if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
        },
      },
    },
  };
}
