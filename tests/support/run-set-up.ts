import type { ServerUser } from '#deploy/servers/access.ts';
import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { shareServers, startSharedServers, temporaryFolder, type TestServers } from './servers.ts';
import { shareDocument } from './document.ts';
import { shareStore } from './store-access.ts';
import { startSmallTestStore, type TestStore } from './store.ts';

/** The servers and the store that all suites of a run share, started by the first suite that needs each. */
let servers: Promise<TestServers> | undefined;
let store: Promise<TestStore<ServerUser>> | undefined;

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
  // Webhook tests receive deliveries on this machine.
  store ??= startSmallTestStore({
    env: { WEBHOOK_ALLOW_HOSTS: 'localhost', IMAGE_HOSTS: 'images.example.com' },
  });
  shareStore(await store);
}

/** Jest calls this once per suite, after all suites have ended, so the first call stops everything. */
export async function stopEverything(): Promise<void> {
  const [startedStore, startedServers] = [store, servers];
  store = undefined;
  servers = undefined;
  // Stops gracefully, so that the processes write their compile cache for later runs.
  await (await settled(startedStore))?.stopGracefully();
  await (await settled(startedServers))?.stop();
}

function settled<T>(starting: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.resolve(starting).catch(() => undefined);
}

/** Stops everything on Ctrl-C, because Jest then runs no teardown. */
function stopWhenInterrupted(): void {
  onStopRequest(() => {
    process.stderr.write('\nStopping what the tests started …\n');
    void stopEverything().finally(() => process.exit(130));
  });
}
