export interface Kind<T> {
  /** The end of the sentence "it must be …" in an error message. */
  is: string;
  /** Returns undefined for a text that is not of this kind. */
  read: (text: string) => T | undefined;
  /** All valid texts, if there are only a few. */
  choices?: readonly string[];
  /** Replaces `is` in the message for a text that was rejected. */
  because?: (text: string) => string;
}

function textThat(isValid: (text: string) => boolean, is: string): Kind<string> {
  return { is, read: (text) => (isValid(text) ? text : undefined) };
}

const matching = (pattern: RegExp, is: string) => textThat((text) => pattern.test(text), is);

export const text: Kind<string> = { is: 'a text', read: (given) => given };

export const oneLine = matching(/^[^\r\n\0]+$/, 'in one line');

export const namespace = matching(
  /^[a-z][a-z0-9-]{0,40}$/,
  'lower-case letters, digits and hyphens, beginning with a letter, at most 41 characters',
);

export const currency = matching(/^[A-Z]{3}$/, 'the three capital letters of a currency, such as USD');

/** Ports in the form that `listen` and Docker accept. */
export const ports = matching(/^\d{1,5}(-\d{1,5})?$/, 'a port or a range of ports, such as 3000-3001');

export const timeZone = textThat(isTimeZone, 'the name of a time zone, such as UTC or Asia/Amman');

/**
 * Whether this is a name from the time zone database, in its exact spelling. `Intl.supportedValuesOf` lists only the old names of
 * zones that have since been renamed, such as Asia/Calcutta.
 */
function isTimeZone(given: string): boolean {
  try {
    // Temporal also accepts offsets such as +03:00.
    return /^[A-Z]/.test(given) && Temporal.Now.zonedDateTimeISO(given).timeZoneId === given;
  } catch {
    return false;
  }
}

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    choices: values,
    is: new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(values),
    read: (given) => values.find((value) => value === given),
  };
}

export const flag: Kind<boolean> = {
  is: 'true or false',
  read: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
};

const plainNumber = /^-?(\d+\.?\d*|\.\d+)$/;

export function number(from: number, to: number): Kind<number> {
  return {
    is: `a number from ${from} to ${to}`,
    read: (given) => {
      const value = Number(given);
      return plainNumber.test(given) && value >= from && value <= to ? value : undefined;
    },
  };
}

export function integer(from: number, to = Number.MAX_SAFE_INTEGER): Kind<number> {
  const { read } = number(from, to);
  const range = to === Number.MAX_SAFE_INTEGER ? `of ${from} or more` : `from ${from} to ${to}`;
  return {
    is: `a whole number ${range}`,
    read: (given) => {
      const value = read(given);
      return Number.isInteger(value) ? value : undefined;
    },
  };
}

export const port = integer(1, 65_535);

export const secret = textThat(({ length }) => length >= 16, 'at least 16 characters that no one can guess');

export const moment: Kind<Date> = {
  is: 'a moment as ISO 8601 writes it, such as 2026-12-01T12:00:00Z',
  read: (given) => {
    const date = /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(given) ? new Date(given) : undefined;
    return date === undefined || Number.isNaN(date.getTime()) ? undefined : date;
  },
};

export const httpUrl = textThat(isHttpUrl, 'a URL with http:// or https://');

/** A URL to which paths are appended: the value ends without a slash. */
export const baseUrl: Kind<string> = {
  is: httpUrl.is,
  read: (given) => httpUrl.read(given)?.replace(/\/+$/, ''),
};

/** Splits a cluster's URL, `amqp://user:password@a,b:5673,c/vhost`, into a URL for each server. */
export function eachHost(url: string): string[] {
  const parts = /^(?<before>\w+:\/\/(?:[^@/]*@)?)(?<hosts>[^@/?#]+)(?<after>.*)$/.exec(url)?.groups;
  if (!parts) return [url];
  return (parts['hosts'] ?? '').split(',').map((host) => `${parts['before']}${host}${parts['after']}`);
}

/** A URL of one server, or of a cluster with its hosts separated by commas. */
export function serverUrl(...schemes: string[]): Kind<string> {
  const [first = ''] = schemes;
  return textThat(
    (given) => eachHost(given).every((url) => hasScheme(url, schemes)),
    `a URL with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}, such as ${first}://user:password@host (in the password @ : / # ? % and spaces are written as %40 %3A %2F %23 %3F %25 %20)`,
  );
}

function isHttpUrl(given: string): boolean {
  return hasScheme(given, ['http', 'https']);
}

function hasScheme(given: string, schemes: readonly string[]): boolean {
  if (/\s/.test(given) || !URL.canParse(given)) return false;
  const { protocol, hostname } = new URL(given);
  return schemes.some((scheme) => protocol === `${scheme}:`) && hostname !== '';
}

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** A URL of signing keys. The URL needs TLS, because an attacker who can respond in place of the server could forge tokens. */
export const keysUrl = textThat(
  (given) => hasScheme(given, ['https']) || (isHttpUrl(given) && loopback.test(new URL(given).hostname)),
  'a URL that begins with https:// (http:// only on this machine, because others could replace the keys on their way)',
);

/** `https://a.example, https://b.example`, exactly as browsers write origins. An origin in another form would never match. */
export const origins: Kind<string[]> = {
  is: 'origins, separated by commas, such as https://shop.example',
  read: (given) => (listed(given).every(isOrigin) ? listed(given) : undefined),
  because: (given) =>
    `origins, separated by commas, such as https://shop.example, which "${listed(given).find((one) => !isOrigin(one)) ?? ''}" is not`,
};

const hostsLike = (pattern: RegExp, examples: string): Kind<string[]> => ({
  is: `hosts, separated by commas, such as ${examples}`,
  read: (given) => {
    const all = listed(given).map((one) => one.toLowerCase());
    return all.every((one) => pattern.test(one)) ? all : undefined;
  },
});

export const hosts = hostsLike(
  /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)$/,
  'receiver.internal, localhost, 10.0.0.7, [::1]',
);

/** Hosts as a content security policy names them: `*.example.com` means every host below `example.com`. */
export const sourceHosts = hostsLike(
  /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/,
  'images.example.com, *.example.com',
);

const isOrigin = (given: string) => URL.canParse(given) && new URL(given).origin === given;

function listed(given: string): string[] {
  return given
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}
