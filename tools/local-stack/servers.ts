import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { ownSettings } from '#shared/platform/settings/own-settings.ts';
import { serverVariables as variables, type ServerName } from '#deploy/processes.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import { claimVolumes, dockerAnswers, ensureImages } from './docker-engine.ts';
import { dockerPrograms } from './docker-servers.ts';
import { answers, localServer, serverNames, titled, type LocalServer } from './local-server.ts';
import { installMissing, nativePrograms } from './native-servers.ts';
import type { ServerUris } from './process-environment.ts';
import { withProgress, type Say } from './progress.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export type ServerKind = 'given' | 'docker' | 'native';

/** Running servers, with the addresses that the operator uses. */
export interface Servers extends ServerUris {
  /** The kind of the servers that were started here. `given` means that no server was started. */
  kind: ServerKind;
  /**
   * The address of the server `server`, with the user and the password of `caller`. If an environment variable sets the
   * server's address, returns that address for every caller.
   */
  uriOf(server: ServerName, caller: Caller): string;
  /** A server that was started here, so that it can be stopped, killed or restarted separately. */
  server(name: ServerName): SupervisedProcess;
  stop(): Promise<void>;
}

export interface ServersOptions {
  dataDir: DataDir;
  /** The namespace of the store for which the servers' users are created. The default is STORE_NAMESPACE. */
  namespace?: string;
  say: Say;
  /**
   * The required kind of server. The default is STORE_SERVERS or, if that is not set, the first kind that
   * works.
   */
  kind?: ServerKind;
  /** Called before the first server starts, with the function that stops all servers. */
  onStarting?: (stop: () => Promise<void>) => void;
  /**
   * Called when MongoDB is ready, while the other servers may still be starting. The start also waits for the promise that the
   * function returns.
   */
  onMongodb?: (uris: ServerUris) => Promise<void>;
}

/**
 * Returns three running servers. Servers with an address in the environment are used as they are. The others run as Docker
 * containers, or, without a Docker engine, as local processes, which are installed if missing. Throws a PlainError with the
 * remedy.
 */
export async function ensureServers({
  dataDir,
  say,
  onStarting,
  onMongodb,
  ...asked
}: ServersOptions): Promise<Servers> {
  const settings = ownSettings('servers');
  const { namespace = settings.STORE_NAMESPACE, kind: forced = settings.STORE_SERVERS } = asked;
  const given = await givenServers(settings);
  const missing = serverNames.filter((name) => given[name] === undefined);
  if (forced === 'given' && missing.length > 0) {
    throw new PlainError(
      `STORE_SERVERS=given, but ${missing.map((name) => variables[name]).join(', ')} is not set.`,
    );
  }
  // A later --reset is then refused even if the variables are no longer set.
  for (const name of serverNames) if (given[name] !== undefined) dataDir.keep(`${name}-given`, 'true');
  const kind = missing.length === 0 ? 'given' : await chooseKind(dataDir, missing, forced, say);
  const servers: LocalServer[] = [];
  if (kind !== 'given') {
    const options = { dataDir, namespace, say };
    if (kind === 'native') await installMissing(options, missing);
    else await claimVolumes(dataDir);
    dataDir.keep('servers', kind);
    const programs = kind === 'native' ? nativePrograms : dockerPrograms;
    for (const name of missing) servers.push(await localServer(options, name, programs));
  }
  const uriOf = (name: ServerName, caller: Caller): string =>
    servers.find((server) => server.name === name)?.uri(caller) ?? given[name] ?? '';
  const stop = async () => {
    await Promise.all(servers.map(({ process }) => process.stop()));
  };
  onStarting?.(stop);
  const uris = {
    mongodbUri: uriOf('mongodb', 'operator'),
    redisUrl: uriOf('redis', 'operator'),
    rabbitmqUrl: uriOf('rabbitmq', 'operator'),
    uriOf,
  };
  const startOne = async (name: ServerName) => {
    await servers.find((server) => server.name === name)?.process.start();
    if (name === 'mongodb') await onMongodb?.(uris);
  };
  try {
    const starting = Promise.all(serverNames.map(startOne));
    await (kind === 'given'
      ? starting
      : withProgress(say, `Starting ${titled(missing)} (${kind})`, starting));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    kind,
    ...uris,
    server(name) {
      const server = servers.find((candidate) => candidate.name === name);
      if (server === undefined) throw new Error(`${name} was given by ${variables[name]}, not started here`);
      return server.process;
    },
    stop,
  };
}

async function givenServers(
  settings: Record<(typeof variables)[ServerName], string | null>,
): Promise<Partial<Record<ServerName, string>>> {
  const given: Partial<Record<ServerName, string>> = {};
  for (const name of serverNames) {
    const uri = settings[variables[name]];
    if (uri === null) continue;
    await answers[name](uri).catch((error: unknown) => {
      throw new PlainError(
        `No ${titled([name])} responds at ${variables[name]} (${(error as Error).message}). Start it, correct the variable, or unset it ` +
          'so that npm start starts a local one.',
      );
    });
    given[name] = uri;
  }
  return given;
}

/**
 * Chooses whether the servers run as Docker containers or as local processes (`native`). Chooses the kind that was used before,
 * because neither kind can read the data of the other. Without data, chooses `forced`, or else Docker if it works. Throws a
 * PlainError if `forced` is not the kind that was used before, or if Docker is needed but does not work.
 */
async function chooseKind(
  dataDir: DataDir,
  names: ServerName[],
  forced: ServerKind | null,
  say: Say,
): Promise<'docker' | 'native'> {
  const before = dataDir.kept('servers');
  const wanted = forced ?? before;
  if (before !== undefined && wanted !== before) {
    throw new PlainError(
      `The data in ${dataDir.path} belongs to ${before} servers, but STORE_SERVERS asks for ${wanted ?? ''} servers. ` +
        'Unset STORE_SERVERS, or delete the data: npm start -- --reset',
    );
  }
  if (wanted === 'native') return 'native';
  const responds = await dockerAnswers();
  if (responds && (await ensureImages(names, say))) return 'docker';
  if (wanted === 'docker' && responds) {
    const settings = names.map((name) => `${name.toUpperCase()}_IMAGE`);
    throw new PlainError(
      "Docker lacks an image of the store's servers, and the line above says why it cannot pull the image. Try again, or set " +
        `${settings.join(', ')} to the images on a mirror.`,
    );
  }
  if (wanted === 'docker') {
    throw new PlainError(
      `${before === undefined ? 'STORE_SERVERS asks for Docker' : "Docker has this store's data"}, but Docker does not respond. Start the engine and try again` +
        `${before === undefined ? ', or unset STORE_SERVERS' : `, or remove ${dataDir.path} to begin a new store without this data`}.`,
    );
  }
  return 'native';
}
