/** `npm run store -- cluster-proof`: see its `--help`. */
import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';

const usage = `Usage: npm run store -- cluster-proof

Starts a cluster on this machine (deploy/cluster.yml), kills its leaders under load, and compares its data with the responses to
clients. Exits with 1 if a write was lost. Needs Docker with compose.`;

await runCommand(async () => {
  const asked = readCommandLine({ name: 'npm run store -- cluster-proof', usage, options: {} });
  if (asked === null) return 0;
  // Imported when needed, so that --help is quick.
  const { proveCluster } = await import('./prove-cluster.ts');
  return proveCluster();
});
