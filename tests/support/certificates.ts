import { execFileSync } from 'node:child_process';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { CertificateFiles } from '#shared/platform/settings/certificate-files.ts';
import { temporaryFolder } from './servers.ts';

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
// An elliptic-curve key, because generating an RSA key takes up to a second.
const newKey = (file: string) => [
  '-newkey',
  'ec',
  '-pkeyopt',
  'ec_paramgen_curve:prime256v1',
  '-nodes',
  '-keyout',
  file,
];

export interface Authority {
  file: string;
  /** Issues a certificate for these hosts; a second call with the same name overwrites its files. */
  issue: (name: string, hosts?: readonly string[]) => CertificateFiles;
}

/** A certificate authority for one test, made with `openssl`; its certificates are valid for a day. */
export function createAuthority(name = 'authority'): Authority {
  const folder = temporaryFolder();
  const at = (file: string) => join(folder, file);
  openssl(
    ...['req', '-x509', '-days', '1', '-subj', `/CN=${name}`, '-out', at('ca.crt')],
    ...newKey(at('ca.key')),
  );
  return {
    file: at('ca.crt'),
    issue: (of, hosts = ['localhost', '127.0.0.1']) => {
      const names = hosts.map((host) => `${/^[\d.]+$/.test(host) ? 'IP' : 'DNS'}:${host}`).join();
      writeFileSync(at('names.ext'), `subjectAltName=${names}\nbasicConstraints=critical,CA:FALSE\n`);
      openssl('req', '-new', '-subj', `/CN=${of}`, '-out', at('request'), ...newKey(at('new.key')));
      openssl(
        ...['x509', '-req', '-days', '1', '-in', at('request'), '-extfile', at('names.ext')],
        ...['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-out', at('new.crt')],
      );
      const [certFile, keyFile] = [at(`${of}.crt`), at(`${of}.key`)];
      renameSync(at('new.key'), keyFile);
      renameSync(at('new.crt'), certFile);
      return { certFile, keyFile };
    },
  };
}

/** Makes this process's clients trust the authority, as NODE_EXTRA_CA_CERTS does. Call the result to undo it. */
export function trust(pem: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, pem]);
  return () => setDefaultCACertificates(before);
}

export const pemOf = (file: string) => readFileSync(file, 'utf8');
