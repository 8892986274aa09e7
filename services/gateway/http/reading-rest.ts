import type { Socket } from 'node:net';

/** The pause of a connection, as a multiple of the time that reading it took. */
const restPerWork = 2;
/** A longer queue means a flood: no ordinary client sends that much at once. */
const longestQueueMs = 300;

/**
 * Call this while reading a connection takes long: it calls back after a pause of twice that time. All such connections together
 * get a third of the time.
 */
export type RestAfterReading = (socket: Socket, whenOver: () => void) => void;

/**
 * While a connection pauses, its `neighboursOf` are not read either, because each could send as much. A connection that would
 * have to wait too long is passed to `onFlood`.
 */
export function createReadingRest(
  neighboursOf: (socket: Socket) => Iterable<Socket>,
  onFlood: (socket: Socket) => void,
): RestAfterReading {
  let takenUntil = 0;
  const resting = new Set<Socket>();

  return (socket, whenOver) => {
    const startedAt = performance.now();
    resting.add(socket);
    const held = [...neighboursOf(socket)].filter((neighbour) => !resting.has(neighbour));
    for (const neighbour of held) neighbour.pause();
    setImmediate(() => {
      const now = performance.now();
      if (takenUntil - now > longestQueueMs) onFlood(socket);
      takenUntil = Math.max(takenUntil, now) + (1 + restPerWork) * (now - startedAt);
      setTimeout(() => {
        resting.delete(socket);
        for (const neighbour of held) if (!resting.has(neighbour)) neighbour.resume();
        whenOver();
      }, takenUntil - now);
    });
  };
}
