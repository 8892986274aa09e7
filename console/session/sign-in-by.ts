export type SignInBy = 'link' | 'openid' | 'none';

/** How people sign in at this shop, as the gateway wrote it into the page. */
export function signInBy(): SignInBy {
  const told = document.querySelector<HTMLMetaElement>('meta[name="sign-in"]')?.content;
  return told === 'openid' || told === 'none' ? told : 'link';
}

/** The code in a whole link, or alone as it was copied. */
export function codeOf(link: string): string {
  return link.trim().replace(/^.*#/s, '');
}

/** Where the provider's sign-in begins; it comes back to `path`. */
export function openidPath(path: string): string {
  return `/console/sign-in/openid?return_to=${encodeURIComponent(path)}`;
}
