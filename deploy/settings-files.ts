import { groups, processReaders, type Reader } from '#shared/platform/settings/setting.ts';
import { settingNames, settingOf, type SettingName } from '#shared/platform/settings/settings.ts';

/** Settings with a fixed value in containers, because the networks determine which process can call which service. */
const fixed: Partial<Record<SettingName, string>> = {
  CATALOG_URL: 'http://catalog-api:3000',
  ORDERS_URL: 'http://orders-api:3000',
  WEBHOOKS_URL: 'http://webhooks-api:3000',
};

/**
 * The containers of the compose file, and the programs whose settings each container gets. Programs without a container of
 * their own run in the containers `gateway` and `operator`.
 */
export const containers = {
  gateway: ['gateway', 'token', 'console', 'seed'],
  'catalog-api': ['catalog-api'],
  'catalog-worker': ['catalog-worker'],
  'orders-api': ['orders-api'],
  'orders-worker': ['orders-worker'],
  'webhooks-api': ['webhooks-api'],
  'webhooks-worker': ['webhooks-worker'],
  operator: ['audit', 'parked', 'migrate', 'bytes-per-order'],
  migrate: ['migrate'],
  backup: ['backup'],
  restore: ['restore'],
  secrets: ['secrets'],
} as const satisfies Record<string, readonly Reader[]>;

export type ContainerName = keyof typeof containers;

/** The environment of a container, in the syntax of the compose file. */
export function environmentOf(container: ContainerName): Record<string, string> {
  const entries = settingNames.flatMap((name): [string, string][] => {
    const { readBy, isOwners, isSecret } = settingOf(name);
    if (!containers[container].some((reader) => readBy.includes(reader))) return [];
    const value = fixed[name];
    if (value !== undefined) return [[name, value]];
    const isPassedOn = isOwners === true || (container === 'secrets' && isSecret === true);
    // The namespace is never empty, because the names of databases and queues contain it.
    return isPassedOn ? [[name, `\${${name}:-${name === 'STORE_NAMESPACE' ? 'store' : ''}}`]] : [];
  });
  return {
    ...Object.fromEntries(entries),
    ...(container === 'gateway' && { STORE_URL: 'http://gateway:3000' }),
  };
}

const composeBlock = /(# settings of each container.*\n)[^]*?(# end of settings\n)/;

/** The compose file with an updated block of settings. */
export function withSettings(compose: string): string {
  const lines = (Object.keys(containers) as ContainerName[]).flatMap((container) => [
    `  ${container}: &${container}-settings`,
    ...Object.entries(environmentOf(container)).map(([name, value]) => `    ${name}: ${value}`),
  ]);
  const block = ['x-settings:', ...lines, ''].join('\n');
  return compose.replace(composeBlock, (_all, begin: string, end: string) => `${begin}${block}${end}`);
}

/** The settings for all processes in Kubernetes' ConfigMap. Secrets are in Kubernetes Secrets instead. */
export function configMapData(): Record<string, string> {
  const entries = settingNames.flatMap((name): [string, string][] => {
    const { isOwners, isSecret, readBy, inKubernetes, default: usual = '' } = settingOf(name);
    const isOfProcess = processReaders.some((reader) => readBy.includes(reader));
    const isShown = fixed[name] !== undefined || (isOfProcess && isOwners === true && isSecret !== true);
    return isShown ? [[name, fixed[name] ?? inKubernetes ?? usual]] : [];
  });
  return Object.fromEntries(entries);
}

export function configMap(): string {
  const data = Object.entries(configMapData()).map(([name, value]) => `  ${name}: ${quoted(value)}`);
  return [
    '# Settings of every process; empty means unset. Settings of one process come from the operators’ secrets: see servers/.',
    '# Written by npm run store -- settings: change it in an overlay.',
    'apiVersion: v1',
    'kind: ConfigMap',
    // Argo CD applies this ConfigMap in the same wave as the jobs that prepare the databases, because these jobs read it.
    "metadata: { name: settings, annotations: { argocd.argoproj.io/sync-wave: '-1' } }",
    'data:',
    ...data,
    '',
  ].join('\n');
}

function quoted(value: string): string {
  return /^[a-z][\w./:-]*$/i.test(value) && !/^(true|false)$/.test(value) ? value : `'${value}'`;
}

/** The text of docs/operate/settings.md. */
export function settingsPage(): string {
  const intro = [
    'Settings are environment variables. Every program checks all of its settings before it starts anything, and reports each ' +
      'wrong setting in one line. An empty value counts as not set. A program ignores the settings of other ' +
      'programs; `--help` of a command shows the settings that the command reads. The containers and `npm start` create the secrets.',
    'For containers, set the variables in `.env` next to `docker-compose.yml` (`.env.example` lists them). Put a value with `$`, ' +
      '`#` or spaces in single quotes in this file. `npm start` does not read `.env`: set the variables in the shell, such ' +
      'as `PORT=4700 npm start`.',
    'In a URI, write the characters `@ : / # ? %` and spaces of a password as `%40 %3A %2F %23 %3F %25 %20`. Write a password ' +
      'that is not part of a URI without such codes. A password for MongoDB must not contain emoji, control characters or a mix ' +
      'of left-to-right and right-to-left script.',
    '`npm run store -- settings` writes this page from `shared/platform/settings/`.',
  ];
  const paragraphs = intro.flatMap((text) => ['', ...wrapped(text)]);
  return ['# Settings', ...paragraphs, ...groups.flatMap(sectionOf), ''].join('\n');
}

function sectionOf(group: (typeof groups)[number]): string[] {
  const names = settingNames.filter(
    (name) => settingOf(name).group === group && settingOf(name).readBy.length > 0,
  );
  const items = names.flatMap((name) => {
    const { doc, isSecret } = settingOf(name);
    const notes = [usualOf(name), isSecret === true ? 'secret' : ''].filter((note) => note !== '');
    const head = notes.length === 0 ? `\`${name}\`` : `\`${name}\` (${notes.join(', ')})`;
    return wrapped(`- ${head}: ${doc}.${choicesOf(name)}`, '  ');
  });
  return ['', `## ${group}`, '', ...items];
}

const pageWidth = 100;

/** Breaks a text into lines for Markdown. All lines after the first begin with `indent`. */
function wrapped(text: string, indent = ''): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > pageWidth) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function usualOf(name: SettingName): string {
  const { default: usual = '', unit } = settingOf(name);
  const text = unit === undefined ? usual : `${usual} ${unit}`;
  return text === '' ? '' : `\`${text}\``;
}

function choicesOf(name: SettingName): string {
  const { choices = [] } = settingOf(name).kind;
  return choices.length === 0 ? '' : ` One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.`;
}

/** The text of .env.example: the settings that a store's owner may choose for containers. */
export function exampleEnvironment(): string {
  const names = settingNames.filter((name) => {
    const { isOwners, isSecret, readBy } = settingOf(name);
    const isKept = isSecret === true && readBy.includes('secrets');
    return isOwners === true || readBy.includes('compose') || isKept;
  });
  const lines = groups.flatMap((group) => {
    const own = names.filter((name) => settingOf(name).group === group);
    return own.length === 0 ? [] : ['', `# ${group}`, ...own.map(exampleLine)];
  });
  const head = [
    '# Settings of docker compose. Copy this file to .env, and remove the # before each setting that you change. All commands of',
    '# compose then use these settings. Put a value with $, # or spaces in single quotes. docs/operate/settings.md explains each.',
  ];
  return [...head, ...lines, ''].join('\n');
}

function exampleLine(name: SettingName): string {
  return `#${name}=${settingOf(name).default ?? ''}`;
}
