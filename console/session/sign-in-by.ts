import { observed, useObserved } from '../data/observed.ts';

type SignInBy = 'link' | 'openid' | 'none';

/** How users sign in, as the gateway states in a `<meta>` tag. */
export function signInBy(): SignInBy {
  const mode = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return mode === 'openid' || mode === 'none' ? mode : 'link';
}

const problems = ['refused', 'expired', 'no_access', 'provider_away', 'redis_away'] as const;

/** Why the sign-in at the provider failed, from the query parameter in the gateway's redirect. */
export function providerProblem(): `problem_${(typeof problems)[number]}` | undefined {
  const name = new URLSearchParams(location.search).get('problem');
  const problem = problems.find((known) => known === name);
  return problem === undefined ? undefined : `problem_${problem}`;
}

/** The code in a sign-in link. Accepts the code alone too. */
export function codeOf(link: string): string {
  return link.trim().replace(/^.*#/s, '');
}

export function openidPath(path: string): string {
  return `/console/sign-in/openid?return_to=${encodeURIComponent(path)}`;
}

const isOpen = observed(location.pathname.endsWith('/sign-in') && codeOf(location.hash) !== '');

/**
 * Whether a sign-in link opened this page and the sign-in is not finished yet. Until it is finished, another
 * person may be signed in.
 */
export function useOpenedLink(): boolean {
  return useObserved(isOpen);
}

export function linkIsDone(): void {
  isOpen.set(false);
}
