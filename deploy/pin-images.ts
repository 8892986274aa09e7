/**
 * `npm run store -- pin-images`: gets the digest of each image in deploy/pins.json from its registry. Writes
 * the digest into deploy/pins.json and into every file that contains the image's name. Needs Docker with
 * buildx, and access to the registries. To use a newer version, first change the tag in deploy/pins.json and
 * in those files. tests/unit/deploy/pins.test.ts lists the files that still need the change.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { pins, type Image } from './pins.ts';
import { digestFaults, filesWithImages, pinText } from './pinned-images.ts';

const root = join(import.meta.dirname, '..');

const usage = `Usage: npm run store -- pin-images

Asks the registries for the digest of each image in deploy/pins.json, and writes it there and into every file that names the
image. Needs Docker with buildx, and the registries. For a newer version, first change the tag in deploy/pins.json and in those
files.`;

await runCommand(() => {
  if (readCommandLine({ name: 'npm run store -- pin-images', usage, options: {} }) !== null) pinAll();
});

function pinAll(): void {
  const images: Record<string, Image> = {};
  for (const [name, image] of Object.entries(pins.images)) {
    images[name] = { ...image, digest: digestOf(image) };
    console.log(`${image.name}:${image.tag} is ${images[name].digest ?? ''}`);
  }
  const faults = digestFaults(images);
  if (faults.length > 0) throw new PlainError(faults.join('\n'));
  const checked = new Date().toISOString().slice(0, 10);
  writeFileSync(join(root, 'deploy/pins.json'), `${JSON.stringify({ ...pins, checked, images }, null, 2)}\n`);
  for (const file of filesWithImages) {
    const path = join(root, file);
    writeFileSync(path, pinText(readFileSync(path, 'utf8'), Object.values(images)));
  }
  console.log(
    'Written to deploy/pins.json and to the files that name them. Now: npx prettier --write deploy/pins.json',
  );
}

function digestOf({ name, tag }: Image): string {
  const question = ['buildx', 'imagetools', 'inspect', `${name}:${tag}`, '--format', '{{.Manifest.Digest}}'];
  try {
    return execFileSync('docker', question, { encoding: 'utf8', stdio: 'pipe' }).trim();
  } catch (error) {
    const why = (error as { stderr?: string }).stderr?.trim().split('\n').at(-1);
    throw new PlainError(`The digest of ${name}:${tag} cannot be read: ${why ?? (error as Error).message}`);
  }
}
