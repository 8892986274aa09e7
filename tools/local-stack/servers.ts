import { givenSetting } from '#shared/process/settings/own-settings.ts';
import { serverVariables as variables, type ServerName } from '#deploy/processes.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import { dockerAnswers, ensureImages, removeVolumes } from './docker-engine.ts';
import { dockerServers } from './docker-servers.ts';
import { serverNames, titled, type LocalServer, type LocalServersOptions } from './local-server.ts';
import { nativeServers } from './native-servers.ts';
import { withProgress, type Say } from './progress.ts';
import { answers } from './server-answers.ts';
import { SetUpError } from './set-up-error.ts';
import type { SupervisedProcess } from './supervised-process.ts';

export type ServerKind = 'given' | 'docker' | 'native';

export interface Servers {
  /** The kind of the servers that were started here. `given`: none was started. */
  kind: ServerKind;
  /** The addresses that the operator uses. */
  mongodbUri: string;
  redisUrl: string;
  rabbitmqUrl: string;
  /** The address of a server for this user. A server given by the environment has only the user in its URI. */
  uriOf(server: ServerName, caller: Caller): string;
  /** A server that was started here, so that it can be stopped, killed or restarted separately. */
  server(name: ServerName): SupervisedProcess;
  stop(): Promise<void>;
}

export interface ServersOptions {
  dataDir: DataDir;
  /** The namespace of the store, to which the users belong. STORE_NAMESPACE if absent. */
  namespace?: string;
  say: Say;
  /** The required kind. If absent, STORE_SERVERS, or the first kind that works. */
  kind?: ServerKind;
  /** Called before the first server starts, with the function that stops all servers. */
  onStarting?: (stop: () => Promise<void>) => void;
}

/**
 * Returns three running servers. Servers with an address in the environment are used as they are. The others run as Docker containers,
 * or, without a Docker engine, as local processes, which are installed if missing. Throws a SetUpError with the remedy.
 */
export async function ensureServers({
  dataDir,
  namespace = givenSetting('STORE_NAMESPACE') ?? 'store',
  say,
  kind: only,
  onStarting,
}: ServersOptions): Promise<Servers> {
  const given = await givenServers();
  const missing = serverNames.filter((name) => given[name] === undefined);
  const forced = only ?? forcedKind();
  if (forced === 'given' && missing.length > 0) {
    throw new SetUpError(
      `STORE_SERVERS=given, but ${missing.map((name) => variables[name]).join(', ')} is not set.`,
    );
  }
  const { kind, servers } = await localServers({ dataDir, namespace, say }, missing, forced);
  const uriOf = (name: ServerName, caller: Caller): string =>
    servers.find((server) => server.name === name)?.uri(caller) ?? given[name] ?? '';
  const stop = async () => {
    await Promise.all(servers.map(({ process }) => process.stop()));
  };
  onStarting?.(stop);
  try {
    if (servers.length > 0) {
      const starting = Promise.all(servers.map(({ process }) => process.start()));
      await withProgress(say, `Starting ${titled(missing)} (${kind})`, starting);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    kind,
    mongodbUri: uriOf('mongodb', 'operator'),
    redisUrl: uriOf('redis', 'operator'),
    rabbitmqUrl: uriOf('rabbitmq', 'operator'),
    uriOf,
    server(name) {
      const server = servers.find((candidate) => candidate.name === name);
      if (server === undefined) throw new Error(`${name} was given by ${variables[name]}, not started here`);
      return server.process;
    },
    stop,
  };
}

async function givenServers(): Promise<Partial<Record<ServerName, string>>> {
  const given: Partial<Record<ServerName, string>> = {};
  for (const name of serverNames) {
    const uri = givenSetting(variables[name]);
    if (uri === undefined) continue;
    await answers[name](uri).catch((error: unknown) => {
      throw new SetUpError(
        `No ${titled([name])} answers at ${variables[name]} (${(error as Error).message}). Start it, correct the variable, or unset it ` +
          'to have a local one started.',
      );
    });
    given[name] = uri;
  }
  return given;
}

function forcedKind(): ServerKind | undefined {
  const forced = givenSetting('STORE_SERVERS');
  if (forced === undefined) return undefined;
  if (forced === 'given' || forced === 'docker' || forced === 'native') return forced;
  throw new SetUpError(`STORE_SERVERS is "${forced}": it can be given, docker or native.`);
}

async function localServers(
  options: LocalServersOptions,
  names: ServerName[],
  forced: ServerKind | undefined,
): Promise<{ kind: ServerKind; servers: LocalServer[] }> {
  if (names.length === 0) return { kind: 'given', servers: [] };
  const { dataDir, say } = options;
  const kind = await chooseKind(dataDir, names, forced, say);
  dataDir.keep('servers', kind);
  if (kind === 'native') return { kind, servers: await nativeServers(options, names) };
  if (dataDir.isNew()) await removeVolumes(dataDir);
  return { kind, servers: await dockerServers(options, names) };
}

/**
 * Chooses the kind that already has the data, otherwise Docker if it works. Containers and local processes cannot see each other's
 * data.
 */
async function chooseKind(
  dataDir: DataDir,
  names: ServerName[],
  forced: ServerKind | undefined,
  say: Say,
): Promise<'docker' | 'native'> {
  const before = dataDir.kept('servers');
  const wanted = forced ?? before;
  if (before !== undefined && wanted !== before) {
    throw new SetUpError(
      `The data in ${dataDir.path} is held by ${before} servers, and STORE_SERVERS asks for ${wanted ?? ''} ones, which can't see it. ` +
        'Unset STORE_SERVERS, or start afresh: npm start -- --reset',
    );
  }
  if (wanted === 'native') return 'native';
  const usable = (await dockerAnswers()) && (await ensureImages(names, say));
  if (usable) return 'docker';
  if (wanted === 'docker') {
    throw new SetUpError(
      `Docker is ${before === undefined ? 'asked for' : "where this store's data is"}, but it can't be used. Start the engine and try again` +
        `${before === undefined ? ', or unset STORE_SERVERS' : ', or start afresh: npm start -- --reset'}.`,
    );
  }
  return 'native';
}
