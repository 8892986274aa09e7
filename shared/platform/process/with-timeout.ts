/** Settles like `work`, but rejects after `ms`. Does not cancel `work`. */
export async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new Error(`No answer within ${Math.round(ms)} ms`));
    // After a pause of the whole process, Node first reads what arrived in time, because of `setImmediate`.
    timer = setTimeout(() => setImmediate(expire), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
