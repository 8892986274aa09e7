import { expect, test } from '@jest/globals';
import { auditReport, signaturesReport } from '#tools/check/packages.ts';

const audit = (severities: Record<string, string>) =>
  auditReport(
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: Object.fromEntries(
        Object.entries(severities).map(([name, severity]) => [name, { name, severity }]),
      ),
      metadata: { vulnerabilities: { low: 1, high: 0, critical: 0, total: 1 } },
    }),
  );

test('npm run store -- check:packages reports high and critical vulnerabilities of packages as faults, but no less severe vulnerabilities', () => {
  expect(audit({ a: 'low', b: 'moderate' })).toEqual({ kind: 'answered', faults: [], summary: '1 low' });
  expect(audit({ a: 'high', b: 'low', c: 'critical' })).toMatchObject({
    faults: ['a: high. Run `npm audit` for details.', 'c: critical. Run `npm audit` for details.'],
  });
});

test('npm run store -- check:packages reports each package whose npm signature is invalid or missing', () => {
  const [good, bad] = [
    { invalid: [], missing: [] },
    { name: 'a', version: '1.0.0' },
  ];
  expect(signaturesReport(JSON.stringify(good))).toMatchObject({ kind: 'answered', faults: [] });
  expect(signaturesReport(JSON.stringify({ ...good, invalid: [bad] }))).toMatchObject({
    faults: ['a@1.0.0: its signature is not valid.'],
  });
  expect(signaturesReport(JSON.stringify({ ...good, missing: [bad] }))).toMatchObject({
    faults: ['a@1.0.0: it has no signature.'],
  });
});

test.each([
  ['{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}', '405 Method Not Allowed'],
  ['{"error":{"code":"ENOTFOUND","summary":"getaddrinfo ENOTFOUND"}}', 'getaddrinfo ENOTFOUND'],
  ['npm error\nmore', 'npm error'],
  ['', 'npm gave no reason'],
])(
  'npm run store -- check:packages treats the npm output %j as no answer of the registry, and reports the reason in it',
  (output, why) => {
    expect(auditReport(output)).toEqual({ kind: 'unanswered', why });
    expect(signaturesReport(output)).toEqual({ kind: 'unanswered', why });
  },
);
