const patienceMs = 50;

/** What Redis replies; fails when that takes longer than a request should wait for it. */
export async function withPatience(reply: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    // After a pause of this process its timers come due before the replies that have long arrived: read those first.
    timer = setTimeout(() => setImmediate(() => reject(new Error('Redis is slow'))), patienceMs);
  });
  try {
    return await Promise.race([reply, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
