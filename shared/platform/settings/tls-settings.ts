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
    doc: 'the certificate, with those of its issuers after it, that a process shows on its ports, which then speak TLS 1.2 and later alone; a renewed one is taken up within a minute',
  },
  TLS_KEY_FILE: {
    group,
    kind: keyFile,
    readBy: [...processReaders, 'start'],
    doc: 'its private key; both or neither',
  },
  NODE_EXTRA_CA_CERTS: {
    group,
    kind: authoritiesFile,
    readBy: [...processReaders, ...tools, 'start', 'servers'],
    doc: 'your own authorities, which are trusted beside the public ones for every https://, amqps://, rediss:// and MongoDB with tls=true; Node reads it once, at its start',
  },
  TLS_AUTHORITY_DIR: {
    group,
    kind: text,
    default: 'authority',
    readBy: ['compose'],
    doc: 'the folder, or volume, of the authority that deploy/tls.yml issues certificates by, as ca.crt and ca.key: made where it is empty',
  },
  SERVERS_TLS: {
    group,
    kind: flag,
    default: 'false',
    readBy: ['secrets', 'database'],
    doc: 'true makes the URLs of the three servers, in containers, ask for TLS',
  },
} as const satisfies Record<string, Setting>;
