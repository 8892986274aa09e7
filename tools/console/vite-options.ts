import { join } from 'node:path';
import type { InlineConfig } from 'vite';

export const consoleFolder = join(import.meta.dirname, '../../console');

/** The build options for the console. Vite's own compiler handles TypeScript and JSX. */
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
      // The first browsers with light-dark(). Vite's fallback for older browsers needs a colour scheme, but Mantine sets that
      // elsewhere.
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
