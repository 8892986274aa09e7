/** The alerts as the Prometheus Operator takes them: deploy/kubernetes/monitoring/alerts.yaml, of deploy/observability/alerts.yml. */
export function prometheusRule(alerts: string): string {
  const groups = alerts.slice(alerts.indexOf('groups:'));
  const indented = groups.replaceAll(/^(?=.)/gm, '  ').trimEnd();
  return [
    '# Written by npm run settings from deploy/observability/alerts.yml: change it there.',
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata: { name: storefront }',
    'spec:',
    indented,
    '',
  ].join('\n');
}
