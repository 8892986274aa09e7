/**
 * For a field whose text has a direction of its own. Mantine's `dir` stands on the box around the input, where `auto`
 * sees no text and is always left to right.
 */
export const ownDirection = { input: { dir: 'auto' } } as const;
