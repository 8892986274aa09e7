/** `npm run store -- cluster-proof`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';

const usage = `Usage: npm run store -- cluster-proof

A cluster on this machine (deploy/cluster.yml), its leaders killed under load, and its data compared with the answers to
clients. Exit 1 for any loss. Needs Docker with compose.`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run store -- cluster-proof', usage, options: {} });
  if (asked === null) return 0;
  // Imported when needed, so that --help is quick.
  const { proveCluster } = await import('./prove-cluster.ts');
  return proveCluster();
});
