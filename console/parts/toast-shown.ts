import { observed } from '../data/observed.ts';

/** Whether a toast was ever shown. Until then, the page does not render the container for toasts. */
export const isToastShown = observed(false);
