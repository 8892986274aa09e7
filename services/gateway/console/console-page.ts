/** `none`: an identity provider issues tokens, but sign-in at the provider is not configured. */
export type SignInBy = 'link' | 'openid' | 'none';

export function consolePage(
  built: string,
  { nonce, signInBy, imageHosts }: { nonce: string; signInBy: SignInBy; imageHosts: readonly string[] },
): string {
  return built
    .replaceAll('%CSP_NONCE%', nonce)
    .replaceAll('%SIGN_IN%', signInBy)
    .replaceAll('%IMAGE_HOSTS%', imageHosts.join(' '));
}

/** The UI library Mantine writes `<style>` elements with the nonce, and `style` attributes, which can load nothing here. */
export function consolePolicy(nonce: string, imageHosts: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

export const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Console: not built</title>
  </head>
  <body>
    <h1>The console is not built</h1>
    <p>Build it with <code>npm run console:build</code>, then load this page again. The API works without it.</p>
    <p lang="ar" dir="rtl">لم تُبنَ لوحة التحكم بعد. ابنها بالأمر <code dir="ltr">npm run console:build</code> ثم أعد تحميل هذه الصفحة.</p>
  </body>
</html>
`;
