import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/** The release that this process is of, such as 0.4.0. */
export const { version: release } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
