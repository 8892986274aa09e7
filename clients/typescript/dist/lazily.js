/** A promise whose work begins when it is first awaited. */
export function lazily(start) {
    let begun;
    const run = () => (begun ??= start());
    return {
        then: (fulfilled, rejected) => run().then(fulfilled, rejected),
        catch: (rejected) => run().catch(rejected),
        finally: (ended) => run().finally(ended),
        [Symbol.toStringTag]: 'Promise',
    };
}
