/** While the page is shown; a hidden one rests. */
export const refreshEveryMs = 15_000;
