import { readFileSync } from 'node:fs';

const file = new URL('../../../package.json', import.meta.url);

/** The release of this code, such as `0.4.0`. */
export const { version: release } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
