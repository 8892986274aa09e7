import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { pins, referenceOf, type Image } from '#deploy/pins.ts';
import { digestFaults, filesWithImages, imageFaults, pinText } from '#deploy/pinned-images.ts';
import { verifySum } from '#tools/local-stack/mongod-binary.ts';
import { images as localImages } from '#tools/local-stack/docker-engine.ts';

const root = join(import.meta.dirname, '../../..');
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const images = Object.values(pins.images);

describe('pinned versions', () => {
  test.each(filesWithImages)(
    'the container images in the file %s have the tags and digests from deploy/pins.json',
    (file) => {
      expect(imageFaults(file, textOf(file), images)).toEqual([]);
    },
  );

  test('deployment files that are not checked against deploy/pins.json contain no container image except the store’s own image', () => {
    const folders = [
      'deploy',
      'deploy/kubernetes/base',
      'deploy/kubernetes/servers',
      'deploy/kubernetes/overlays/production',
    ];
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => /\.(ya?ml)$|^Dockerfile/.test(name))
        .map((name) => `${folder}/${name}`),
    );
    const others = files.filter((file) => !filesWithImages.includes(file));
    const named = others.flatMap((file) => imageFaults(file, textOf(file), []));
    // The store's own image is allowed, because the kustomization sets its tag.
    expect(named.filter((fault) => !fault.includes(': storefront is not'))).toEqual([]);
  });

  test.each([
    ['docker-compose.yml', /storefront:([\w.-]+)/],
    ['deploy/Dockerfile', /ARG VERSION=([\w.-]+)/],
    ['deploy/kubernetes/base/kustomization.yaml', /newTag: ([\w.-]+)/],
    ['deploy/kubernetes/overlays/production/kustomization.yaml', /newTag: ([\w.-]+)/],
  ])('the file %s has the store’s image with the version in package.json', (file, tag) => {
    // With another version in the tag, the image of the previous release would start.
    const { version } = JSON.parse(textOf('package.json')) as { version: string };
    expect(tag.exec(textOf(file))?.[1]).toBe(version);
  });

  test('every container image in deploy/pins.json is used in a deployment file', () => {
    const all = filesWithImages.map(textOf).join('\n');
    expect(images.map(referenceOf).filter((reference) => !all.includes(reference))).toEqual([]);
  });

  test('npm start runs the container images from deploy/pins.json unless an environment variable sets another image', () => {
    const { mongodb, redis, rabbitmq } = pins.images;
    const given = ['MONGODB_IMAGE', 'REDIS_IMAGE', 'RABBITMQ_IMAGE'].map((name) => process.env[name]);
    expect(Object.values(localImages)).toEqual(
      [mongodb, redis, rabbitmq].map((image, index) => given[index] ?? referenceOf(image)),
    );
  });

  test('MongoDB has the same version in deploy/pins.json and in Kubernetes', () => {
    const { spec } = parse(textOf('deploy/kubernetes/servers/mongodb.yaml')) as { spec: { version: string } };
    expect(spec.version).toBe(pins.mongodb.version);
    expect(pins.mongodb.version.startsWith(`${pins.images.mongodb.tag}.`)).toBe(true);
  });

  test('the digests and checksums in deploy/pins.json are well formed', () => {
    expect(digestFaults(pins.images)).toEqual([]);
    for (const sum of [pins.wheel.sha256, ...Object.values(pins.mongodb.sha256)])
      expect(sum).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('npm run store -- pin-images', () => {
  const digest = `sha256:${createHash('sha256').update('an image').digest('hex')}`;
  const pinned: Image[] = images.map((image) => ({ ...image, digest }));

  test.each(filesWithImages)(
    'npm run store -- pin-images writes the digests into %s and replaces earlier digests',
    (file) => {
      const text = pinText(textOf(file), pinned);
      expect(text).toContain(`@${digest}`);
      expect(imageFaults(file, text, pinned)).toEqual([]);
      const later = pinned.map((image) => ({ ...image, digest: `sha256:${'b'.repeat(64)}` }));
      expect(imageFaults(file, text, later).length).toBeGreaterThan(0);
      expect(imageFaults(file, pinText(text, later), later)).toEqual([]);
    },
  );

  test('the check of container images reports an image whose tag or digest is missing or is not the one in deploy/pins.json', () => {
    const mongodb: Image = { name: 'mongo', tag: '8.0', digest };
    const faultsOf = (line: string) => imageFaults('a file', line, [mongodb]);
    expect(faultsOf(`    image: mongo:8.0@${digest}`)).toEqual([]);
    expect(faultsOf(`    image: \${MONGODB_IMAGE:-mongo:8.0@${digest}}`)).toEqual([]);
    for (const wrong of [
      'mongo:8.0',
      'mongo:7.0',
      `mongo:8.0@sha256:${'a'.repeat(64)}`,
      'mongo',
      'busybox:1',
    ]) {
      expect(faultsOf(`    image: ${wrong}`)).toEqual([`a file: ${wrong} is not as deploy/pins.json has it`]);
      expect(faultsOf(`FROM ${wrong} AS one`)).toHaveLength(1);
    }
    expect(digestFaults({ mongodb: { ...mongodb, digest: 'sha256:12' } })).toEqual([
      'mongodb: sha256:12 is no digest',
    ]);
  });
});

test('checking a downloaded file fails if its SHA-256 differs from the expected checksum', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'storefront-pins-'));
  const file = join(folder, 'mongodb.tgz');
  writeFileSync(file, 'an archive');
  try {
    await verifySum(file, createHash('sha256').update('an archive').digest('hex'));
    await expect(verifySum(file, 'f'.repeat(64))).rejects.toThrow(
      /mongodb\.tgz has the SHA-256 \w+ instead of f+/,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe('network compression of MongoDB', () => {
  const compose = parse(textOf('docker-compose.yml')) as { services: { mongodb: { command: string[] } } };
  const cluster = parse(textOf('deploy/cluster.yml'), { logLevel: 'error' }) as {
    services: Record<string, { command?: unknown }>;
  };
  const kubernetes = parse(textOf('deploy/kubernetes/servers/mongodb.yaml')) as {
    spec: { additionalMongodConfig: Record<string, unknown> };
  };

  test('MongoDB’s network compression is off in containers and in Kubernetes', () => {
    expect(compose.services.mongodb.command).toContain('--networkMessageCompressors=disabled');
    for (const member of ['mongodb-2', 'mongodb-3'])
      expect(cluster.services[member]?.command).toBeUndefined();
    expect(kubernetes.spec.additionalMongodConfig['net.compression.compressors']).toBe('disabled');
  });
});
