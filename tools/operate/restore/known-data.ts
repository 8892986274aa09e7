import type { KnownVersions } from './refusals.ts';

/** The versions of data that this release works with. Data that names none is of a release before they were numbered. */
export const knownData: KnownVersions = { catalog: 0, orders: 0 };
