import type { Socket } from 'node:net';

/** How long a connection pauses, as a multiple of the time spent reading it. */
const restPerWork = 2;
/** If earlier pauses take longer than this, the clients are a flood: no ordinary client sends that much at once. */
const longestQueueMs = 300;

/** Call this when reading a connection takes long. It calls back after a pause of twice the reading time. */
export type RestAfterReading = (socket: Socket, whenOver: () => void) => void;

/**
 * While a connection pauses, the connections in `neighboursOf` also pause, because each of them could send as much. If the pause
 * would be too long, calls `onFlood`.
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
