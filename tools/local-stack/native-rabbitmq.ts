import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';

import { passwordsOf } from '#deploy/servers/passwords.ts';
import { rabbitmqDefinitions } from '#deploy/servers/rabbitmq-definitions.ts';
import { rabbitmqUrl, type Caller } from '#deploy/servers/server-uris.ts';
import type { DataDir } from './data-dir.ts';
import {
  serverGraceMs,
  serverRank,
  serverReadyWithinMs,
  type LocalServer,
  type LocalServersOptions,
} from './local-server.ts';
import { logTail } from './log-tail.ts';
import type { Say } from './progress.ts';
import { answers } from './server-answers.ts';
import { supervise, type SupervisedProcess } from './supervised-process.ts';

interface Programs {
  rabbitmqServer: string;
  epmd: string;
}

export async function nativeRabbitmq(
  { dataDir, namespace, say }: LocalServersOptions,
  programs: Programs,
): Promise<LocalServer> {
  const port = await dataDir.port('rabbitmq');
  const epmdPort = await dataDir.port('epmd');
  const passwords = passwordsOf('rabbitmq', dataDir.secret);
  const uri = (caller: Caller) => rabbitmqUrl(`127.0.0.1:${port}`, caller, passwords);
  const definitions = rabbitmqDefinitions(namespace, passwords);
  const epmd = superviseEpmd(dataDir, programs.epmd, epmdPort, say);
  const logFile = join(dataDir.folder('logs'), 'rabbitmq.log');
  const output = join(dataDir.folder('logs'), 'rabbitmq-output.log');
  const broker = supervise({
    runFolder: dataDir.folder('run'),
    process: {
      name: 'rabbitmq',
      command: programs.rabbitmqServer,
      args: [],
      env: await brokerEnvironment(dataDir, { port, epmdPort, definitions, logFile }),
      output,
      rank: serverRank,
      graceMs: serverGraceMs,
    },
    isReady: () => answers.rabbitmq(uri('operator')),
    readyWithinMs: serverReadyWithinMs,
    restart: true,
    say,
    // Failures before logging starts (such as a port in use) appear only in the output.
    explain: () => [logFile, output].map((file) => logTail(file)).join('\n'),
  });
  return { name: 'rabbitmq', uri, process: withEpmd(broker, epmd) };
}

/**
 * Runs a separate Erlang name service for this broker, and stops it together with the broker. RabbitMQ itself would start a shared
 * name service that listens on every address and keeps running.
 */
function superviseEpmd(dataDir: DataDir, epmd: string, port: number, say: Say): SupervisedProcess {
  const logFile = join(dataDir.folder('logs'), 'epmd.log');
  return supervise({
    runFolder: dataDir.folder('run'),
    process: {
      name: 'epmd',
      command: epmd,
      args: ['-port', String(port), '-address', '127.0.0.1'],
      env: { PATH: process.env['PATH'] },
      output: logFile,
      rank: serverRank - 1,
      graceMs: 2_000,
    },
    isReady: () => listens(port),
    readyWithinMs: 10_000,
    restart: true,
    say,
    explain: () => logTail(logFile),
  });
}

interface BrokerSettings {
  port: number;
  epmdPort: number;
  definitions: string;
  logFile: string;
}

async function brokerEnvironment(dataDir: DataDir, settings: BrokerSettings): Promise<NodeJS.ProcessEnv> {
  const home = dataDir.folder('rabbitmq');
  const config = [
    `listeners.tcp.1 = 127.0.0.1:${settings.port}`,
    `load_definitions = ${join(home, 'definitions.json')}`,
    'heartbeat = 10',
    'log.console = false',
  ];
  const files = {
    'rabbitmq.conf': `${config.join('\n')}\n`,
    'rabbitmq-env.conf': '',
    'definitions.json': settings.definitions,
    enabled_plugins: '[].\n',
    '.erlang.cookie': dataDir.secret('erlang-cookie'),
  };
  for (const [name, content] of Object.entries(files))
    writeFileSync(join(home, name), content, { mode: 0o600 });
  const instance = createHash('sha256').update(dataDir.path).digest('hex').slice(0, 8);
  return {
    PATH: process.env['PATH'],
    LANG: 'C.UTF-8',
    HOME: home,
    ERL_EPMD_PORT: String(settings.epmdPort),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `store-${instance}@localhost`,
    RABBITMQ_DIST_PORT: String(await dataDir.port('rabbitmq-distribution')),
    RABBITMQ_CONFIG_FILE: join(home, 'rabbitmq.conf'),
    RABBITMQ_ADVANCED_CONFIG_FILE: join(home, 'advanced.config'),
    RABBITMQ_CONF_ENV_FILE: join(home, 'rabbitmq-env.conf'),
    RABBITMQ_ENABLED_PLUGINS_FILE: join(home, 'enabled_plugins'),
    RABBITMQ_MNESIA_BASE: home,
    RABBITMQ_MNESIA_DIR: join(home, 'data'),
    RABBITMQ_GENERATED_CONFIG_DIR: join(home, 'generated'),
    RABBITMQ_SCHEMA_DIR: join(home, 'schema'),
    RABBITMQ_PID_FILE: join(home, 'pid'),
    RABBITMQ_LOG_BASE: dataDir.folder('logs'),
    ERL_CRASH_DUMP: join(dataDir.folder('logs'), 'rabbitmq-crash.dump'),
    RABBITMQ_LOGS: settings.logFile,
    // Lets the start script replace itself with the broker, which stops cleanly on SIGTERM.
    RABBITMQ_ALLOW_INPUT: '1',
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS:
      // Busy waiting would use CPU time that the services need.
      '-noinput -kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none',
  };
}

function withEpmd(broker: SupervisedProcess, epmd: SupervisedProcess): SupervisedProcess {
  let wanted = false;
  const isWanted = () => wanted;
  return {
    name: broker.name,
    get pid() {
      return broker.pid;
    },
    async start() {
      wanted = true;
      await epmd.start();
      if (isWanted()) await broker.start();
    },
    kill: (signal) => broker.kill(signal),
    async stop() {
      wanted = false;
      await broker.stop();
      await epmd.stop();
    },
  };
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
