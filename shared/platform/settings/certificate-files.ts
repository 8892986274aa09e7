import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Kind } from './kinds.ts';

/** PEM files. The certificate file also contains the certificates of the issuers. */
export interface CertificateFiles {
  certFile: string;
  keyFile: string;
}

/** A file that is readable and that `parse` accepts. The value is its path, because a server reads renewed files again. */
function pemFile(is: string, parse: (pem: string) => unknown): Kind<string> {
  const faultOf = (path: string): string | null => {
    try {
      parse(readFileSync(path, 'utf8'));
      return null;
    } catch (error) {
      const { code, syscall } = error as NodeJS.ErrnoException;
      return syscall === undefined ? 'this file is not one' : `this file cannot be read (${code ?? syscall})`;
    }
  };
  return {
    is,
    read: (path) => (faultOf(path) === null ? path : undefined),
    because: (path) => `${is}; ${faultOf(path) ?? 'this file is being changed'}`,
  };
}

const certificates = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function parseEach(pem: string): X509Certificate[] {
  const found = (pem.match(certificates) ?? []).map((one) => new X509Certificate(one));
  if (found.length === 0) throw new Error('no certificate');
  return found;
}

export const certificateFile = pemFile('a file with a certificate in PEM', parseEach);

export const keyFile = pemFile(
  'a file with the private key of TLS_CERT_FILE in PEM, without a passphrase',
  createPrivateKey,
);

export const authoritiesFile = pemFile('a file with the certificates of your authorities in PEM', parseEach);

/** Returns true also if a file cannot be read, because the check of that file's setting reports this. */
export function isPair({ certFile, keyFile: ofKey }: CertificateFiles): boolean {
  let pems: [string, string];
  try {
    pems = [readFileSync(certFile, 'utf8'), readFileSync(ofKey, 'utf8')];
  } catch {
    return true;
  }
  return new X509Certificate(pems[0]).checkPrivateKey(createPrivateKey(pems[1]));
}
