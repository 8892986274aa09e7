import { afterAll, beforeAll } from '@jest/globals';

import { serverUsers } from '#deploy/servers/access.ts';
import { toolUsers } from '#deploy/servers/tool-access.ts';
import type { DataDir } from '#tools/local-stack/data-dir.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { removeDataDir, startOwnServers, temporaryDataDir } from '../../support/servers.ts';

/**
 * Characters that a URI, a shell, a settings file or a parser could misread. MongoDB (SASLprep) rejects characters newer than
 * Unicode 3.2, and both writing directions in one password, so these are left out.
 */
export const password = `@:/#"$%'\\ ?&=+;,!()*~\`<>[]{}|^ %40 $HOME \${x} \\n é ü ß 日本`;
export const namespace = 'shop';

/** Servers for all tests that need their users or stop them. They are shared, because starting servers is slow. */
export let servers: Servers;
let dataDir: DataDir;
beforeAll(async () => {
  dataDir = await temporaryDataDir();
  for (const server of ['mongodb', 'redis', 'rabbitmq']) {
    dataDir.keep(`${server}-password`, password);
    for (const user of [...serverUsers, ...toolUsers]) dataDir.keep(`${server}-${user}-password`, password);
  }
  servers = await startOwnServers(dataDir, namespace);
});
afterAll(async () => {
  await servers.stop();
  removeDataDir(dataDir);
});
