import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { settingNames, settingOf } from '#shared/platform/settings/settings.ts';
import { processReaders, type Reader } from '#shared/platform/settings/setting.ts';
import { processes, processNames, serverVariables } from '#deploy/processes.ts';
import { internalSecrets, variableOf } from '#deploy/internal-secrets.ts';
import { passwordsOf } from '#deploy/servers/passwords.ts';
import {
  configMap,
  containers,
  exampleEnvironment,
  settingsPage,
  withSettings,
} from '#deploy/settings-files.ts';

const root = join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const compose = parse(textOf('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { environment?: Record<string, string> }>;
};
const environmentOf = (service: string) => compose.services[service]?.environment ?? {};
const readBy = (reader: Reader) => settingNames.filter((name) => settingOf(name).readBy.includes(reader));

describe('files that npm run store -- settings writes', () => {
  test.each([
    ['docs/operate/settings.md', settingsPage],
    ['.env.example', exampleEnvironment],
    ['deploy/kubernetes/base/settings.yaml', configMap],
    ['docker-compose.yml', () => withSettings(textOf('docker-compose.yml'))],
  ])('the file %s matches the output of npm run store -- settings', (file, written) => {
    expect(textOf(file)).toBe(written());
  });
});

describe('compose', () => {
  test.each(processNames)(
    'the compose file passes to the container %s every setting that this container reads and that the store’s owner can set',
    (name) => {
      const owners = readBy(name).filter((setting) => settingOf(setting).isOwners);
      const handed = Object.fromEntries(
        owners.map((setting) => [setting, expect.stringContaining(`\${${setting}:-`)]),
      );
      expect(owners.length).toBeGreaterThan(10);
      expect(environmentOf(name)).toMatchObject(handed);
    },
  );

  test.each(Object.keys(containers))(
    'the compose file passes to the container %s only variables that this container reads',
    (container) => {
      const readers: readonly Reader[] = containers[container as keyof typeof containers];
      const read = readers.flatMap(readBy);
      expect(Object.keys(environmentOf(container)).filter((name) => !read.includes(name as never))).toEqual(
        [],
      );
    },
  );

  test('the compose file passes to the gateway the former key of operation ids, which the store’s owner sets to change this key', () => {
    expect(environmentOf('gateway')).toMatchObject({
      OPERATION_ID_OLD_KEY: '${OPERATION_ID_OLD_KEY:-}',
      OPERATION_ID_OLD_KEY_UNTIL: '${OPERATION_ID_OLD_KEY_UNTIL:-}',
    });
  });

  test('the compose file passes to the containers every password and secret that the store’s owner can set, and .env.example lists them', () => {
    const servers = ['mongodb', 'redis', 'rabbitmq'];
    const passwords: string[] = [];
    for (const server of servers)
      passwordsOf(server, (name) => {
        passwords.push(variableOf(name));
        return '';
      });
    const wanted = [...passwords, ...internalSecrets.map(variableOf)];
    expect(Object.keys(environmentOf('secrets'))).toEqual(expect.arrayContaining(wanted));
    expect(readBy('secrets')).toEqual(expect.arrayContaining(wanted));
    expect(textOf('.env.example').split('\n')).toEqual(
      expect.arrayContaining(wanted.map((name) => `#${name}=`)),
    );
  });

  test.each(['docker-compose.yml', 'deploy/cluster.yml', 'deploy/tls.yml'])(
    'the compose file %s refers only to declared settings',
    (file) => {
      const asked = [...textOf(file).matchAll(/(?<!\$)\$\{(\w+)/g)].map(([, name = '']) => name);
      expect(asked.filter((name) => !settingNames.includes(name as never))).toEqual([]);
      const own = asked.filter((name) => readBy('compose').includes(name as never));
      expect(own.length).toBeGreaterThan(0);
    },
  );
});

test('the ConfigMap in Kubernetes has a valid value for every setting that the store’s owner can set', () => {
  const { data } = parse(textOf('deploy/kubernetes/base/settings.yaml')) as { data: Record<string, string> };
  const wanted = processReaders
    .flatMap(readBy)
    .filter((name) => settingOf(name).isOwners && settingOf(name).isSecret !== true);
  expect(Object.keys(data)).toEqual(expect.arrayContaining(wanted));
  for (const [name, value] of Object.entries(data)) {
    const { kind } = settingOf(name as never);
    if (value !== '') expect([name, kind.read(value)]).not.toEqual([name, undefined]);
  }
});

describe('each setting', () => {
  test.each(settingNames)('the setting %s has a complete and consistent declaration', (name) => {
    const {
      doc,
      default: usual,
      kind,
      requiredBy = [],
      readBy: readers,
      isSecret,
      isOwners,
    } = settingOf(name);
    expect(doc).not.toMatch(/\.$|\n/);
    if (usual !== undefined && usual !== '') expect(kind.read(usual)).toBeDefined();
    expect(requiredBy.filter((reader) => !readers.includes(reader))).toEqual([]);
    expect([requiredBy.length > 0 && usual !== undefined, isSecret === true && usual !== undefined]).toEqual([
      false,
      false,
    ]);
    if (isOwners)
      expect(readers).toEqual(expect.arrayContaining(processReaders.filter((one) => readers.includes(one))));
  });

  test('npm start checks every setting that the store’s owner can set for a process', () => {
    const owners = processReaders.flatMap(readBy).filter((name) => settingOf(name).isOwners);
    const unchecked = owners.filter((name) => !settingOf(name).readBy.includes('start'));
    // A local store has its former key in the data folder.
    const others = /^(OTEL|OPERATION_ID_OLD)_/;
    expect([...new Set(unchecked)].filter((name) => !others.test(name))).toEqual([]);
  });

  test.each(processNames)(
    'the process %s reads exactly the secrets that it shares with servers and with other processes',
    (name) => {
      const wanted = [
        ...processes[name].servers.map((server) => serverVariables[server]),
        ...processes[name].secrets.map(variableOf),
      ];
      const ofOthers = ['OPERATION_ID_OLD_KEY', 'OTEL_EXPORTER_OTLP_HEADERS'];
      const ofProvider = ['AUTH_OIDC_CLIENT_SECRET'];
      const secret = readBy(name).filter(
        (one) => settingOf(one).isSecret && ![...ofOthers, ...ofProvider].includes(one),
      );
      expect([...secret].sort()).toEqual([...wanted].sort());
    },
  );
});

/** The files that may read the environment, with the reason; all other files use shared/platform/settings. */
const mayReadTheEnvironment: Record<string, string> = {
  'shared/platform/settings/own-settings.ts': 'the one place',
  'deploy/container/run.ts': 'becomes another program, with this environment',
  'deploy/container/health.mjs': 'plain JavaScript, to cost little',
  'tools/local-stack/bootstrap.mjs': 'runs on a Node that knows no types, before anything is installed',
  'tools/local-stack/process-environment.ts': 'hands it on to the processes',
  'tools/local-stack/token.ts': 'hands it on to the command',
  'tools/local-stack/docker-servers.ts': 'hands it on to the docker client',
  'tools/clients/run-tool.ts': 'hands it on to generators and compilers',
};
const ofTheSystem = /process\.env\['(PATH|XDG_CACHE_HOME|MAVEN_OPTS)'\]/g;

test('only the files that this test lists read process.env in the folders services, shared, deploy and tools', () => {
  const files = ['services', 'shared', 'deploy', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.m?[jt]s$/.test(file))
      .map((file) => `${folder}/${file}`),
  );
  const reading = files.filter((file) => textOf(file).replaceAll(ofTheSystem, '').includes('process.env'));
  expect(reading.sort()).toEqual(Object.keys(mayReadTheEnvironment).sort());
});

test('the README links to docs/operate/settings.md', () => {
  expect(textOf('README.md')).toContain('](docs/operate/settings.md)');
});
