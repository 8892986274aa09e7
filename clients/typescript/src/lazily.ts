/** A promise that starts its work when it is first awaited. */
export function lazily<T>(start: () => Promise<T>): Promise<T> {
  let begun: Promise<T> | undefined;
  const run = () => (begun ??= start());
  return {
    then: (fulfilled, rejected) => run().then(fulfilled, rejected),
    catch: (rejected) => run().catch(rejected),
    finally: (ended) => run().finally(ended),
    [Symbol.toStringTag]: 'Promise',
  };
}
