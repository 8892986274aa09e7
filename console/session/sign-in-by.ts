export type SignInBy = 'link' | 'openid' | 'none';

/** How people sign in at this shop, as the gateway wrote it into the page. */
export function signInBy(): SignInBy {
  const told = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return told === 'openid' || told === 'none' ? told : 'link';
}

const problems = ['refused', 'expired', 'no_access', 'provider_away', 'redis_away'] as const;

/** Why signing in at the provider came to nothing, as the gateway says in the address that it leads back to. */
export function providerProblem(): `problem_${(typeof problems)[number]}` | undefined {
  const told = new URLSearchParams(location.search).get('problem');
  const problem = problems.find((known) => known === told);
  return problem === undefined ? undefined : `problem_${problem}`;
}

/** The code in a whole link, or alone as it was copied. */
export function codeOf(link: string): string {
  return link.trim().replace(/^.*#/s, '');
}

/** Where the provider's sign-in begins; it comes back to `path`. */
export function openidPath(path: string): string {
  return `/console/sign-in/openid?return_to=${encodeURIComponent(path)}`;
}
