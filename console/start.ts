// This small script starts everything that takes time on a slow network at once: the console's code, the code of the opened
// page, and the first reads.
import { readEarly, readFeedEarly } from './data/early-reads.ts';
import { openedRoom } from './rooms.ts';
import { localeOf } from './texts/fill-text.ts';
import { directionOf, initialLanguage } from './texts/initial-language.ts';

const longestMs = 200;
const language = initialLanguage();
document.documentElement.lang = language;
document.documentElement.dir = directionOf(language);

// A sign-in link may end the session of another person, so nothing is read before it is used.
if (!location.pathname.endsWith('/sign-in')) {
  const headers = { 'Accept-Language': language };
  readEarly(['/console/session', '/api/admin/settings'], headers);
  readFeedEarly(headers);
}

openedRoom()
  ?.load()
  .catch(() => undefined);
// The first format of a page takes a phone 60 ms, because the browser then loads its data of languages. Here, it has the time.
new Intl.NumberFormat(localeOf(language)).format(0);

// Not awaited, because `main.tsx` imports modules of this script.
void painted().then(() => import('./main.tsx'));

/** Lets the browser paint the opening mark before it runs the console's code. A hidden page paints nothing. */
function painted(): Promise<unknown> {
  const paint = new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return Promise.race([paint, new Promise((resolve) => setTimeout(resolve, longestMs))]);
}
