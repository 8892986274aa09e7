// This small script starts at once all loading that is slow on a slow network: the console's code, the code of the opened page,
// and the first reads.
import { readEarly } from './data/early-reads.ts';
import { openedRoom } from './rooms.ts';
import { localeOf } from './texts/fill-text.ts';
import { directionOf, initialLanguage } from './texts/initial-language.ts';

const longestMs = 200;
const language = initialLanguage();
document.documentElement.lang = language;
document.documentElement.dir = directionOf(language);

const opened = openedRoom();
// A sign-in link may end the session of another person, so nothing is read until the link has been used.
if (!location.pathname.endsWith('/sign-in')) {
  const reads = ['/console/session', '/api/admin/settings', ...(opened?.reads ?? [])];
  const urls = reads.map((path) => new URL(path, location.href).href);
  readEarly(urls, { 'Accept-Language': language });
}
opened?.room.load().catch(() => undefined);
// The first number format of a page takes a phone 60 ms, because the browser then loads its language data. The script has this
// time while other code is loading.
new Intl.NumberFormat(localeOf(language)).format(0);

// Don't await this. `main.tsx` imports modules that are bundled with this script, so each would wait for the other.
void painted().then(() => import('./main.tsx'));

/** Lets the browser paint the logo in `index.html` before it runs the console's code. A hidden page paints nothing. */
function painted(): Promise<unknown> {
  const paint = new Promise<void>((resolve) =>
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true }),
  );
  return Promise.race([paint, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
