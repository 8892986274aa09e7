/** Settles like `work`, but rejects after `ms`. Does not cancel `work`. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`No response within ${Math.round(ms)} ms`));
    // If the whole process was paused, `setImmediate` lets Node first read the data that arrived in time.
    timer = setTimeout(() => setImmediate(expire), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
