import type { Log } from './log.ts';

/** The codes of errors that TLS causes, with the remedy. */
const remedies: readonly { codes: readonly string[]; remedy: string }[] = [
  {
    codes: [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_SIGNATURE_FAILURE',
    ],
    remedy:
      'its certificate comes from an authority that this process does not trust: set NODE_EXTRA_CA_CERTS to the file of that authority',
  },
  {
    codes: ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID'],
    remedy: 'its certificate is not valid at this time: renew it, or set the clock',
  },
  {
    codes: ['ERR_TLS_CERT_ALTNAME_INVALID'],
    remedy: 'its certificate is for other names than the host of its URL: issue one for that host',
  },
  {
    codes: ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'],
    remedy: 'it does not use TLS: turn TLS on there, or use a URL without TLS',
  },
];

/** The fault of the server's TLS, and its remedy. Null if TLS did not cause the error. */
export function certificateRemedy(error: unknown): string | null {
  for (const code of codesOf(error)) {
    const found = remedies.find(({ codes }) => codes.includes(code));
    if (found) return found.remedy;
  }
  return null;
}

export function certificateFault(part: string, error: unknown): string | null {
  const remedy = certificateRemedy(error);
  return remedy === null ? null : `${part} cannot be reached by TLS: ${remedy}`;
}

const quietMs = 10_000;

/**
 * Logs the first TLS fault of a part, such as MongoDB, then at most one in ten seconds. Others appear only in the health report.
 */
export function logCertificateFaults(part: string, log: Log): (error: unknown) => void {
  let quietUntil = 0;
  return (error) => {
    const fault = certificateFault(part, error);
    if (fault === null || performance.now() < quietUntil) return;
    quietUntil = performance.now() + quietMs;
    log.error({ err: error }, fault);
  };
}

/** The codes in an error. Drivers wrap them: in a cause, in several errors, or in MongoDB's view of each server. */
function* codesOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error !== 'object' || error === null || depth > 5) return;
  const { code, cause, errors, reason } = error as {
    code?: unknown;
    cause?: unknown;
    errors?: unknown;
    reason?: { servers?: ReadonlyMap<string, { error: unknown }> };
  };
  if (typeof code === 'string') yield code;
  yield* codesOf(cause, depth + 1);
  if (Array.isArray(errors)) for (const one of errors) yield* codesOf(one, depth + 1);
  for (const server of reason?.servers?.values() ?? []) yield* codesOf(server.error, depth + 1);
}
