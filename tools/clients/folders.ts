import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The work folder for installed tools and generated clients. */
export const workFolder = join(root, '.data/clients');
