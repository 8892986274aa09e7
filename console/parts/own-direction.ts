/**
 * Props for an input whose text has its own direction. Mantine's prop `dir` belongs to the wrapper, which contains no text. So
 * `auto` there would always mean left to right.
 */
export const ownDirection = { input: { dir: 'auto' } } as const;
