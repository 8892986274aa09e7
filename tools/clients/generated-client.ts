import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { root, workFolder } from './folders.ts';
import { runTool } from './run-tool.ts';

/** The store for a journey (a test program that uses a generated client), as environment variables of this program. */
export interface JourneyStore {
  STORE_URL: string;
  ADMIN_TOKEN: string;
  CLIENT_TOKEN: string;
}

export interface GeneratedClient {
  /** The generator and its version. */
  generator: string;
  /** Generates the client. If possible, also compiles the client together with its journey. */
  build(document: string): Promise<void>;
  /** Runs the journey and returns its output. Null: the journey cannot be run, so `build` is the only check. */
  journey: ((store: JourneyStore) => Promise<string>) | null;
}

export function journeyFolder(language: string): string {
  return join(root, 'clients/journeys', language);
}

export function emptyFolder(name: string): string {
  const folder = join(workFolder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export async function compile(cwd: string, ...args: string[]): Promise<void> {
  await runTool(process.execPath, [join(root, 'node_modules/typescript-7/bin/tsc'), ...args], { cwd });
}

/** Runs Maven, which downloads openapi-generator and Kotlin's compiler and verifies their checksums. */
export function maven(pom: string, args: string[], env: Partial<JourneyStore> = {}): Promise<string> {
  const quietly = '--batch-mode --no-transfer-progress --quiet --strict-checksums -Dstyle.color=never';
  // The run is too short to benefit from optimised compilation.
  const options = `${process.env['MAVEN_OPTS'] ?? ''} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`;
  return runTool('mvn', [...quietly.split(' '), '--file', pom, ...args], {
    cwd: workFolder,
    env: { ...env, MAVEN_OPTS: options.trim() },
  });
}

/** Generates a client with one of openapi-generator's generators. The pom pins the version. */
export async function openApiGenerator(
  generator: string,
  { document, output, options }: { document: string; output: string; options: string },
): Promise<void> {
  const asked = { document, generator, output, options };
  await maven(join(import.meta.dirname, 'openapi-generator/pom.xml'), [
    'generate-sources',
    ...Object.entries(asked).map(([name, value]) => `-D${name}=${value}`),
  ]);
}

/** The generators' versions. Each is read from the one file that pins it. */
export const generatorVersions = {
  '@hey-api/openapi-ts': pinned('package.json', /"@hey-api\/openapi-ts": "([^"]+)"/),
  'openapi-generator': pinned(
    'tools/clients/openapi-generator/pom.xml',
    /<artifactId>openapi-generator-maven-plugin<\/artifactId>\s*<version>([^<]+)</,
  ),
  'openapi-python-client': pinned(
    'clients/journeys/python/requirements.txt',
    /^openapi-python-client==([\w.]+)/m,
  ),
};

/** A generator with its version: `openapi-generator 7.25.0`. */
export function generatorName(name: keyof typeof generatorVersions): string {
  return `${name} ${generatorVersions[name]}`;
}

function pinned(file: string, pattern: RegExp): string {
  const [, version] = pattern.exec(readFileSync(join(root, file), 'utf8')) ?? [];
  if (version === undefined) throw new Error(`${file} names no version of the generator`);
  return version;
}
