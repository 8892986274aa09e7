import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { namesIn, panelExpressions, ruleExpressions } from '../support/promql.ts';
import { scrape } from '../support/scrape.ts';
import { store } from './observed-store.ts';

describe('alert rules and dashboards', () => {
  const folder = join(import.meta.dirname, '../../../deploy/observability');
  const dashboards = join(folder, 'grafana/dashboards');
  const text = (...path: string[]) => readFileSync(join(...path), 'utf8');
  const expressions = [
    ...ruleExpressions(text(folder, 'alerts.yml')),
    ...readdirSync(dashboards).flatMap((name) => panelExpressions(text(dashboards, name))),
  ];
  // The metrics and labels that Prometheus itself adds, and those of kube-state-metrics.
  const ofOthers = {
    metrics: ['up', 'kube_cronjob_created', 'kube_cronjob_status_last_successful_time'],
    labels: ['job', 'instance', 'namespace', 'cronjob'],
  };

  test('alert rules and dashboards use only metrics and labels that exist', async () => {
    const samples = await scrape(store);
    const served = new Set([...samples.map(({ name }) => name), ...ofOthers.metrics]);
    // Set only by an error that these tests do not cause.
    const rare = ['error_type'];
    const labels = new Set([
      ...samples.flatMap((sample) => Object.keys(sample.labels)),
      ...ofOthers.labels,
      ...rare,
    ]);
    expect(expressions.length).toBeGreaterThan(50);
    for (const expression of expressions) {
      const named = namesIn(expression);
      expect({ expression, metrics: named.metrics.length > 0 }).toEqual({ expression, metrics: true });
      const unknown = [
        ...named.metrics.filter((name) => !served.has(name)),
        ...named.labels.filter((name) => !labels.has(name)),
      ];
      expect({ expression, unknown }).toEqual({ expression, unknown: [] });
    }
  });
});
