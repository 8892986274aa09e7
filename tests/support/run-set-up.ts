import { onStopRequest } from '#tools/local-stack/stop-request.ts';
import { shareServers, startSharedServers, temporaryFolder, type TestServers } from './servers.ts';
import { shareDocument } from './document.ts';
import { shareStore } from './store-access.ts';
import { startTestStore, type TestStore } from './store.ts';

/** The servers and the store that the suites of a run share; the first suite that needs one starts it. */
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
  // Webhook tests receive deliveries on this machine.
  store ??= startTestStore({ env: { WEBHOOK_ALLOW_HOSTS: 'localhost' } });
  shareStore(await store);
}

/** Called once per suite. The first call stops everything, because all suites have ended by then. */
export async function stopEverything(): Promise<void> {
  const [startedStore, startedServers] = [store, servers];
  store = undefined;
  servers = undefined;
  // On a graceful stop the processes write their compile cache, which later runs use.
  await (await settled(startedStore))?.stopGracefully();
  await (await settled(startedServers))?.stop();
}

function settled<T>(starting: Promise<T> | undefined): Promise<T | undefined> {
  return Promise.resolve(starting).catch(() => undefined);
}

/** Jest runs no teardown on Ctrl-C. */
function stopWhenInterrupted(): void {
  onStopRequest(() => {
    process.stderr.write('\nStopping what the tests started …\n');
    void stopEverything().finally(() => process.exit(130));
  });
}
