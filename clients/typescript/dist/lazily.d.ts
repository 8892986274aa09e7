/** A promise whose work begins when it is first awaited. */
export declare function lazily<T>(start: () => Promise<T>): Promise<T>;
