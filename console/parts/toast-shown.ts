import { observed } from '../data/observed.ts';

/** Whether a toast was ever shown. Until then, the page has no place for toasts. */
export const isToastShown = observed(false);
