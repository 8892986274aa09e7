import { readFileSync } from 'node:fs';

export interface ListedRelease {
  version: string;
  commit: string;
}

const file = new URL('../../docs/releases.md', import.meta.url);

/** The releases with a commit in docs/releases.md, oldest first. */
export function listedReleases(text = readFileSync(file, 'utf8')): ListedRelease[] {
  const rows = text.matchAll(/^\|\s*(\d+\.\d+\.\d+)\s*\|[^|]*\|\s*`([0-9a-f]{40})`\s*\|/gm);
  const releases = [...rows].map(([, version = '', commit = '']) => ({ version, commit }));
  return releases.toSorted((a, b) => a.version.localeCompare(b.version, 'en', { numeric: true }));
}
