/** Settles like `work`, but rejects if that takes longer than `ms`. The work itself continues. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`No answer within ${Math.round(ms)} ms`));
    // After a pause of this process, an expired timer fires before responses that arrived earlier are read. `setImmediate` lets
    // these be read first.
    timer = setTimeout(() => setImmediate(expire), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits how long a request waits for a reply from Redis. */
export function withRedisTimeout(reply: Promise<unknown>): Promise<unknown> {
  return withTimeout(reply, 50);
}
