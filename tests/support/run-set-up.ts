import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { shareServers, startSharedServers, temporaryFolder } from './servers.ts';
import type { TestServers } from './servers.ts';
import { shareDocument } from './document.ts';
import { shareStore } from './store-access.ts';
import { startTestStore } from './store.ts';
import type { TestStore } from './store.ts';

/** What the suites of one run share. Each part is started by the first suite that needs it. */
let servers: Promise<TestServers> | undefined;
let store: Promise<TestStore> | undefined;

export async function startServers(): Promise<void> {
  if (servers === undefined) {
    stopWhenInterrupted();
    servers = startSharedServers();
    await servers;
    shareDocument(temporaryFolder());
  }
  shareServers(await servers);
}

export async function startE2eStore(): Promise<void> {
  await startServers();
  // Tests of webhooks receive them on this machine.
  store ??= startTestStore({ env: { WEBHOOK_ALLOW_HOSTS: 'localhost' } });
  shareStore(await store);
}

/** Called once per suite: the first call stops everything, for all suites are over by then. */
export async function stopEverything(): Promise<void> {
  const [startedStore, startedServers] = [store, servers];
  store = undefined;
  servers = undefined;
  // Its processes write what they compiled when they end, for the stores of later runs.
  await (await settled(startedStore))?.stopGracefully();
  await (await settled(startedServers))?.stop();
}

function settled<T>(starting: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.resolve(starting).catch(() => undefined);
}

/** Jest tears nothing down on Ctrl-C. */
function stopWhenInterrupted(): void {
  onStopRequest(() => {
    process.stderr.write('\nStopping what the tests started …\n');
    void stopEverything().finally(() => process.exit(130));
  });
}
