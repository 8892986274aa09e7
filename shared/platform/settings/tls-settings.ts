import { authoritiesFile, certificateFile, keyFile } from './certificate-files.ts';
import { flag, text } from './kinds.ts';
import { processReaders, type Setting } from './setting.ts';

const group = 'TLS between the parts';
const tools = [
  ...(['seed', 'audit', 'parked', 'migrate', 'indexes', 'backup', 'restore', 'bytes-per-order'] as const),
  'database',
] as const;

/** deploy/README.md explains, for each way of running the store, how to install the certificates. */
export const tlsSettings = {
  TLS_CERT_FILE: {
    group,
    kind: certificateFile,
    readBy: [...processReaders, 'console', 'start'],
    doc: 'the certificate of a process, followed by its issuers’ certificates; the process’s ports then accept only TLS 1.2 and later, and renewed files are loaded within 30 s',
  },
  TLS_KEY_FILE: {
    group,
    kind: keyFile,
    readBy: [...processReaders, 'start'],
    doc: 'the private key of the certificate in TLS_CERT_FILE; set both settings or neither',
  },
  NODE_EXTRA_CA_CERTS: {
    group,
    kind: authoritiesFile,
    readBy: [...processReaders, ...tools, 'start', 'servers'],
    doc: 'a file with your own certificate authorities, trusted in addition to the public authorities for https://, amqps://, rediss:// and MongoDB with tls=true; Node reads the file once, at its start',
  },
  TLS_AUTHORITY_DIR: {
    group,
    kind: text,
    default: 'authority',
    readBy: ['compose'],
    doc: 'the folder, or volume, with the authority that signs the certificates of deploy/tls.yml, as ca.crt and ca.key; if the folder is empty, compose creates an authority',
  },
  SERVERS_TLS: {
    group,
    kind: flag,
    default: 'false',
    readBy: ['secrets', 'database'],
    doc: 'true if the URLs of the three servers use TLS, in containers',
  },
} as const satisfies Record<string, Setting>;
