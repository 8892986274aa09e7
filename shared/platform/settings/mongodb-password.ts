import { createRequire } from 'node:module';
import { eachHost, oneLine, serverUrl, type Kind } from './kinds.ts';

/** MongoDB accepts every password that consists of these characters. */
const plain = /^[\x20-\x7e]+$/;

/**
 * Returns the password as the driver prepares it, or the driver's error. Loads tables of 11 MB in 0.1 s, so callers skip
 * it for ASCII.
 */
function prepared(password: string): unknown {
  const { saslprep } = createRequire(import.meta.url)('@mongodb-js/saslprep') as SaslPrep;
  try {
    return saslprep(password);
  } catch (error) {
    return error;
  }
}

interface SaslPrep {
  saslprep: (password: string) => string;
}

function isTaken(password: string): boolean {
  return plain.test(password) || !(prepared(password) instanceof Error);
}

/**
 * The position of the first forbidden character, from 1 on; 0 if there is none. Checks each character twice in a row,
 * because some vanish when alone.
 */
function forbiddenAt(password: string): number {
  const isForbidden = (sign: string) => {
    const found = prepared(sign + sign);
    return found instanceof Error && !(found instanceof TypeError);
  };
  return Array.from(password).findIndex((sign) => !plain.test(sign) && isForbidden(sign)) + 1;
}

/** The message must not contain the password. */
function whyNot(password: string): string {
  const place = forbiddenAt(password);
  const why =
    place > 0
      ? `its character ${place} is not allowed`
      : 'it mixes right-to-left text with other text, or has no visible character';
  return `a password that MongoDB accepts, with characters that RFC 4013 allows (letters, digits, punctuation of Unicode 3.2; no emoji, no control characters); ${why}`;
}

export const mongodbPassword: Kind<string> = {
  is: oneLine.is,
  read: (given) => (oneLine.read(given) !== undefined && isTaken(given) ? given : undefined),
  because: (given) => (oneLine.read(given) === undefined ? oneLine.is : whyNot(given)),
};

const url = serverUrl('mongodb', 'mongodb+srv');

export const mongodbUrl: Kind<string> = {
  is: url.is,
  read: (given) => (url.read(given) !== undefined && isTaken(passwordIn(given)) ? given : undefined),
  because: (given) => (url.read(given) === undefined ? url.is : `a URL with ${whyNot(passwordIn(given))}`),
};

/** Returns a valid placeholder if the URL has no password, or if its authentication mechanism has no rule for passwords. */
function passwordIn(given: string): string {
  const [first = given] = eachHost(given);
  const { password, searchParams } = new URL(first);
  const isPlain = password === '' || (searchParams.get('authMechanism') ?? usual) !== usual;
  return isPlain ? '-' : decoded(password);
}

const usual = 'SCRAM-SHA-256';

/** Decodes a password. Returns a placeholder if the encoding is wrong, because the driver itself rejects that. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '-';
  }
}
