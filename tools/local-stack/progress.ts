export type Say = (line: string) => void;

/** Logs the current step, and logs it again every few seconds until the step is finished. */
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
