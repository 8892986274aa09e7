/** Turns deploy/observability/alerts.yml into deploy/kubernetes/monitoring/alerts.yaml, for the Prometheus Operator. */
export function prometheusRule(alerts: string): string {
  const groups = alerts.slice(alerts.indexOf('groups:'));
  const indented = groups.replaceAll(/^(?=.)/gm, '  ').trimEnd();
  return [
    '# Written by npm run store -- settings from deploy/observability/alerts.yml: change it there.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata: { name: storefront }',
    'spec:',
    indented,
    '',
  ].join('\n');
}
