/** The number of queues that the store uses for the commands of one service. */
export const queues = 8;

export function bareQueue(partition: number): string {
  return `bench.bare.${partition}`;
}
