/**
 * For an input whose text has its own direction. Mantine sets `dir` on the wrapper, where `auto` sees no text and always
 * yields left to right.
 */
export const ownDirection = { input: { dir: 'auto' } } as const;
