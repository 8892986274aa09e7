/** Settles as `work` does; rejects when that takes longer than `ms`. The work itself goes on. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`No answer within ${Math.round(ms)} ms`));
    // After a pause of this process, timers fire before answers that arrived long ago are read: read those first.
    timer = setTimeout(() => setImmediate(expire), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** Limits how long a request waits for a reply of Redis. */
export function withRedisTimeout(reply: Promise<unknown>): Promise<unknown> {
  return withTimeout(reply, 50);
}
