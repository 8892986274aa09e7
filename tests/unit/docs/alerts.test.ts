import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface AlertFile {
  groups: {
    name: string;
    rules: { alert: string; labels: { severity: string }; annotations: { runbook?: string } }[];
  }[];
}

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const { groups } = parse(read('deploy/observability/alerts.yml')) as AlertFile;
const page = read('docs/operate/alerts.md');

/** The entries under a heading of the page. */
function entriesOf(section: string): { alert: string; severity: string; text: string }[] {
  const entries = section.matchAll(/^- `(\w+)` \((\w+)\): (.+(?:\n {2}.+)*)/gm);
  return [...entries].map(([, alert = '', severity = '', text = '']) => ({ alert, severity, text }));
}

test('docs/operate/alerts.md explains exactly the declared Prometheus alerts, in the same groups and with the same severities', () => {
  const sections = page.split(/^## /m).slice(1);
  const explained = sections.map((section) => ({
    name: section.slice(0, section.indexOf('\n')).toLowerCase(),
    alerts: entriesOf(section).map(({ alert, severity }) => ({ alert, severity })),
  }));
  const declared = groups.map(({ name, rules }) => ({
    name,
    alerts: rules.map(({ alert, labels: { severity } }) => ({ alert, severity })),
  }));
  expect(explained).toEqual(declared);
});

const alerts = groups.flatMap(({ rules }) =>
  rules.map(({ alert, annotations: { runbook = '' } }) => ({ alert, runbook })),
);

test.each(alerts)(
  'the Prometheus alert $alert names a page of docs/operate as its runbook, and this page mentions the alert',
  ({ alert, runbook }) => {
    expect(runbook).toMatch(/^docs\/operate\/[a-z-]+\.md$/);
    expect(existsSync(join(root, runbook))).toBe(true);
    expect(read(runbook)).toContain(`\`${alert}\``);
  },
);

test.each(alerts.filter(({ runbook }) => runbook !== 'docs/operate/alerts.md'))(
  'the entry of the alert $alert in docs/operate/alerts.md links to its runbook $runbook',
  ({ alert, runbook }) => {
    const text = entriesOf(page).find((entry) => entry.alert === alert)?.text;
    expect(text).toContain(`](${runbook.replace('docs/operate/', '')})`);
  },
);
