import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { root, workFolder } from './render-documents.ts';
import { runTool } from './run-tool.ts';

/** The store that journeys go through, by the variables that their programs read. */
export interface JourneyStore {
  STORE_URL: string;
  ADMIN_TOKEN: string;
  CLIENT_TOKEN: string;
}

export interface GeneratedClient {
  /** What makes it, with its version. */
  generator: string;
  /** The client from the document, compiled with its journey where that can be. */
  build(document: string): Promise<void>;
  /** What the journey printed; null where it cannot be run, and `build` is all. */
  journey: ((store: JourneyStore) => Promise<string>) | null;
}

/** The journey's programs, as they are in the repository. */
export function journeyFolder(language: string): string {
  return join(root, 'clients/journeys', language);
}

/** An empty folder of a client. */
export function emptyFolder(name: string): string {
  const folder = join(workFolder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

export function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}

/** Maven, which takes openapi-generator and Kotlin's compiler from its own repository and checks their checksums. */
export function maven(pom: string, args: string[], env: Partial<JourneyStore> = {}): Promise<string> {
  const quietly = [
    '--batch-mode',
    '--no-transfer-progress',
    '--quiet',
    '--strict-checksums',
    '-Dstyle.color=never',
  ];
  // It is over before its code would be worth compiling a second time.
  const options = `${process.env['MAVEN_OPTS'] ?? ''} -XX:TieredStopAtLevel=1 -XX:+UseSerialGC`;
  return runTool('mvn', [...quietly, '--file', pom, ...args], {
    cwd: workFolder,
    env: { ...env, MAVEN_OPTS: options.trim() },
  });
}

/** Writes a client of one of openapi-generator's generators; its version stands in the pom. */
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
