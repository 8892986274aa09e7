import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '#tools/local-stack/free-port.ts';
import type { IdKeys } from '#shared/platform/process/internal-secrets.ts';
import { serverUris } from '#deploy/servers/server-uris.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');

export interface Container {
  id: string;
  service: string;
}

/** The compose file started under its own project name, so that it shares no name, port or volume with other stores. */
export interface ComposeStore {
  url: string;
  namespace: string;
  /** The gateway's keys for operation ids and command ids. */
  idKeys: IdKeys;
  /** The servers' URLs with the operator's credentials; for MongoDB only the first replica set member. */
  servers: { mongodbUri: string; rabbitmqUrl: string };
  /** The operator's password on each server. */
  password: string;
  /** Runs `docker compose …` on this project; resolves with its output. */
  compose: (...args: string[]) => Promise<string>;
  /** Like `compose`, with this file merged over all others, so the command changes the running project. */
  laidOver: (file: string) => (...args: string[]) => Promise<string>;
  /** A field of a container's state, selected by a Go template. */
  inspect: (container: string, template: string) => Promise<string>;
  /** Existing containers of these services, including stopped containers. */
  containers: (...services: string[]) => Promise<Container[]>;
  /** A token for this user, or for the admin if null. */
  token: (userId: number | null) => Promise<string>;
  /** Removes the project with all its data. */
  remove: () => Promise<void>;
}

const longestMs = 240_000;

export async function docker(...args: string[]): Promise<string> {
  const { stdout } = await run('docker', args, { timeout: longestMs, maxBuffer: 64 * 1024 * 1024 });
  return stdout.trim();
}

/**
 * The limit of open files for the containers: this process's hard limit, at most 64,000. A Docker engine that cannot raise its
 * own limit starts no container with a higher one.
 */
async function openFiles(): Promise<number> {
  const { stdout } = await run('bash', ['-c', 'ulimit -Hn']);
  return Math.min(64_000, Number.parseInt(stdout, 10) || 64_000);
}

/** `files` are merged over the compose file; `environment` sets their variables. Does not start any container. */
export async function composeStore(
  files: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<ComposeStore> {
  const project = `storefront-test-${randomBytes(5).toString('hex')}`;
  const names = ['PORT', 'MONGODB_PORT', 'RABBITMQ_PORT', 'RABBITMQ_BOARD_PORT'];
  const ports: Record<string, string> = {};
  for (const name of names) ports[name] = String(await freePort());
  const password = randomBytes(24).toString('hex');
  const [idKey, commandKey] = [randomBytes(24).toString('hex'), randomBytes(24).toString('hex')];
  const env = {
    ...process.env,
    ...ports,
    STORE_IMAGE: `${project}:test`,
    STORE_NAMESPACE: 'store',
    OPERATION_ID_KEY: idKey,
    COMMAND_ID_KEY: commandKey,
    MONGODB_PASSWORD: password,
    RABBITMQ_PASSWORD: password,
    REDIS_PASSWORD: password,
    OPEN_FILES: String(await openFiles()),
    RATE_LIMIT_PER_MINUTE: '1000000',
    CHECKOUT_RATE_LIMIT_PER_MINUTE: '1000000',
    ...environment,
  };
  const composeOf = (all: readonly string[]) => {
    const fileArguments = all.flatMap((file) => ['-f', join(root, file)]);
    return async (...args: string[]): Promise<string> => {
      const { stdout } = await run('docker', ['compose', '-p', project, ...fileArguments, ...args], {
        cwd: root,
        env,
        timeout: longestMs,
        maxBuffer: 64 * 1024 * 1024,
      });
      return stdout.trim();
    };
  };
  const ownFiles = ['docker-compose.yml', ...files];
  const compose = composeOf(ownFiles);
  const operator = { operator: password };
  const at = (name: string) => `127.0.0.1:${ports[name] ?? ''}`;
  return {
    url: `http://${at('PORT')}`,
    namespace: 'store',
    idKeys: { commands: commandKey, operations: { signs: idKey, accepted: [] } },
    password,
    servers: {
      mongodbUri: serverUris
        .mongodb(at('MONGODB_PORT'), 'operator', operator)
        .replace(/replicaSet=\w+/, 'directConnection=true'),
      rabbitmqUrl: serverUris.rabbitmq(at('RABBITMQ_PORT'), 'operator', operator),
    },
    compose,
    laidOver: (file) => composeOf([...ownFiles, file]),
    inspect: (container, template) => docker('inspect', '--format', template, container),
    containers: async (...services) => {
      const rows = await compose('ps', '--all', '--format', '{{.ID}} {{.Service}}', ...services);
      return rows.split('\n').map((row) => {
        const [id = '', service = ''] = row.split(' ');
        return { id, service };
      });
    },
    token: (userId) => {
      const whose = userId === null ? ['--scope', 'admin'] : ['--scope', 'client', '--user', String(userId)];
      return compose('exec', '-T', 'gateway', 'node', 'deploy/container/run.ts', 'token', ...whose);
    },
    remove: async () => {
      await compose('down', '--volumes', '--remove-orphans', '--timeout', '20');
      await docker('image', 'rm', '--force', env.STORE_IMAGE);
    },
  };
}
