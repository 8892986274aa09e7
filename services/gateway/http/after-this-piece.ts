/**
 * Runs when a piece of a body has been passed on, before the system is asked for more: the place to pause its connection. Two ticks
 * after each piece Node has the connection read on.
 */
export function afterThisPiece(then: () => void): void {
  process.nextTick(() => process.nextTick(then));
}
