/** While the page is shown, and events do not tell of changes; a hidden one rests. */
export const refreshEveryMs = 15_000;
