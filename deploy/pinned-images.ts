import { referenceOf } from './pins.ts';
import type { Image } from './pins.ts';

/** The files that name an image. */
export const filesWithImages = [
  'docker-compose.yml',
  'deploy/tls.yml',
  'deploy/Dockerfile',
  'deploy/kubernetes/servers/rabbitmq.yaml',
  'deploy/kubernetes/servers/redis.yaml',
];

const digestForm = /^sha256:[0-9a-f]{64}$/;

/** The text with each of these images as it is pinned now. */
export function pinText(text: string, images: readonly Image[]): string {
  return images.reduce((pinned, image) => {
    const named = new RegExp(
      `(?<![\\w./]|[^:]-)${literal(`${image.name}:${image.tag}`)}(@sha256:[0-9a-f]*)?(?![\\w.-])`,
      'g',
    );
    return pinned.replace(named, referenceOf(image));
  }, text);
}

/** What is wrong with the images that a file names: one that nobody pinned, or another version or digest than the pinned one. */
export function imageFaults(file: string, text: string, images: readonly Image[]): string[] {
  const pinned = new Set(images.map(referenceOf));
  const own = '${STORE_IMAGE';
  return referencesIn(text)
    .filter((reference) => !reference.startsWith(own) && !pinned.has(reference))
    .map((reference) => `${file}: ${reference} is not as deploy/pins.json has it`);
}

/** What is wrong with the pins themselves. */
export function digestFaults(images: Readonly<Record<string, Image>>): string[] {
  return Object.entries(images).flatMap(([name, { digest }]) =>
    digest === null || digestForm.test(digest) ? [] : [`${name}: ${digest} is no digest`],
  );
}

/** Of compose, Kubernetes and a Dockerfile; of a variable with a default, the default. */
function referencesIn(text: string): string[] {
  const named = text.matchAll(/^\s*(?:-\s*)?(?:image:|FROM|ARG NODE_IMAGE=|NODE_IMAGE:)\s*['"]?([^\s'"]+)/gm);
  return [...named]
    .map(([, reference = '']) => /^\$\{(?!STORE_IMAGE)\w+:-(.+)\}$/.exec(reference)?.[1] ?? reference)
    .filter((reference) => reference !== '${NODE_IMAGE}' && reference !== 'dependencies');
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
