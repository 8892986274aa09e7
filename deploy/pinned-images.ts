import { referenceOf, type Image } from './pins.ts';

/** The files that contain image names. */
export const filesWithImages = [
  'docker-compose.yml',
  'deploy/tls.yml',
  'deploy/Dockerfile',
  'deploy/kubernetes/servers/rabbitmq.yaml',
  'deploy/kubernetes/servers/redis.yaml',
];

const digestForm = /^sha256:[0-9a-f]{64}$/;

/** Replaces references to these images with their pinned references. */
export function pinText(text: string, images: readonly Image[]): string {
  return images.reduce((pinned, image) => {
    const named = new RegExp(
      `(?<![\\w./]|[^:]-)${RegExp.escape(`${image.name}:${image.tag}`)}(@sha256:[0-9a-f]*)?(?![\\w.-])`,
      'g',
    );
    return pinned.replace(named, referenceOf(image));
  }, text);
}

/** Lists the images in a file that are not pinned, or whose version or digest differs from the pin. */
export function imageFaults(file: string, text: string, images: readonly Image[]): string[] {
  const pinned = new Set(images.map(referenceOf));
  const own = '${STORE_IMAGE';
  return referencesIn(text)
    .filter((reference) => !reference.startsWith(own) && !pinned.has(reference))
    .map((reference) => `${file}: ${reference} is not as deploy/pins.json has it`);
}

/** Lists malformed digests among the pins. */
export function digestFaults(images: Readonly<Record<string, Image>>): string[] {
  return Object.entries(images).flatMap(([name, { digest }]) =>
    digest === null || digestForm.test(digest) ? [] : [`${name}: ${digest} is no digest`],
  );
}

/**
 * The image references in a compose file, Kubernetes manifest or Dockerfile. If a reference is a variable, its default is used.
 */
function referencesIn(text: string): string[] {
  const named = text.matchAll(/^\s*(?:-\s*)?(?:image:|FROM|ARG NODE_IMAGE=|NODE_IMAGE:)\s*['"]?([^\s'"]+)/gm);
  return [...named]
    .map(([, reference = '']) => /^\$\{(?!STORE_IMAGE)\w+:-(.+)\}$/.exec(reference)?.[1] ?? reference)
    .filter((reference) => reference !== '${NODE_IMAGE}' && reference !== 'dependencies');
}
