export type Say = (line: string) => void;

/** Reports what is being done, and again every few seconds while it lasts. */
export async function withProgress<T>(say: Say, what: string, work: Promise<T>): Promise<T> {
  const started = Date.now();
  say(`${what} …`);
  const ticking = setInterval(() => {
    say(`${what}: ${Math.round((Date.now() - started) / 1000)} s`);
  }, 5_000);
  try {
    return await work;
  } finally {
    clearInterval(ticking);
  }
}
