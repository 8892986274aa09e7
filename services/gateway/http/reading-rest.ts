import type { Socket } from 'node:net';

/** How much longer than it was read a connection rests. */
const restPerWork = 2;
/** Nobody sends so much at once that takes long to read. */
const longestQueueMs = 300;

/**
 * Called while a connection is read whose reading takes long: calls back when it has rested, for twice as long as that took. Those that
 * rest take a third of the time, all together.
 */
export type RestAfterReading = (socket: Socket, whenOver: () => void) => void;

/**
 * While a connection rests, the others of `neighboursOf` are not read either: they could each bring as much. One whose turn would come
 * too late is given to `onFlood`.
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
