/**
 * `npm run pin-images`: asks the registries for the digest of each image in deploy/pins.json, writes it there and into
 * every file that names the image. Needs Docker with buildx, and the registries. To move to a newer version change the tag
 * in deploy/pins.json and in those files first: tests/unit/deploy/pins.test.ts names the ones that are left.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { pins } from './pins.ts';
import type { Image } from './pins.ts';
import { digestFaults, filesWithImages, pinText } from './pinned-images.ts';

const root = join(import.meta.dirname, '..');

const images: Record<string, Image> = {};
for (const [name, image] of Object.entries(pins.images)) {
  images[name] = { ...image, digest: digestOf(image) };
  console.log(`${image.name}:${image.tag} is ${images[name].digest ?? ''}`);
}
const faults = digestFaults(images);
if (faults.length > 0) throw new Error(faults.join('\n'));
const checked = new Date().toISOString().slice(0, 10);
writeFileSync(join(root, 'deploy/pins.json'), `${JSON.stringify({ ...pins, checked, images }, null, 2)}\n`);
for (const file of filesWithImages) {
  const path = join(root, file);
  writeFileSync(path, pinText(readFileSync(path, 'utf8'), Object.values(images)));
}
console.log(
  'Written to deploy/pins.json and to the files that name them. Now: npx prettier --write deploy/pins.json',
);

function digestOf({ name, tag }: Image): string {
  const question = ['buildx', 'imagetools', 'inspect', `${name}:${tag}`, '--format', '{{.Manifest.Digest}}'];
  return execFileSync('docker', question, { encoding: 'utf8' }).trim();
}
