import { observed, useObserved } from '../data/observed.ts';
import { codeOf } from './sign-in-by.ts';

const isOpen = observed(location.pathname.endsWith('/sign-in') && codeOf(location.hash) !== '');

/** Whether a sign-in link opened this page and has not signed in yet: another person may be signed in until then. */
export function useOpenedLink(): boolean {
  return useObserved(isOpen);
}

/** After signing in. */
export function linkIsDone(): void {
  isOpen.set(false);
}
