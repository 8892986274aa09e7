/** Polling interval while the event stream is unavailable or delayed. A hidden page does not poll. */
export const refreshEveryMs = 15_000;
