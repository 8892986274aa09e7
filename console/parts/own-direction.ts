/**
 * For an input whose text has its own direction. Mantine sets `dir` on the wrapper, which contains no text, so `auto` there
 * always means left to right.
 */
export const ownDirection = { input: { dir: 'auto' } } as const;
