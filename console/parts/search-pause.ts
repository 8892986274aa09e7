/** This pause is too short to notice, but longer than the gap between two keys of a fast typist. */
const pauseMs = 60;
/** Shorter words match too many records, so staff usually type more letters. */
const fewestLetters = 3;

/** How long a search waits for further keys, in milliseconds. A single key that completes long enough words does not wait. */
export function searchPauseMs(words: string, sinceLastKeyMs: number): number {
  return sinceLastKeyMs >= pauseMs && words.trim().length >= fewestLetters ? 0 : pauseMs;
}
