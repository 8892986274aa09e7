/** `npm run store -- settings`: see its `--help`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { readCommandLine, runCommand } from '#shared/platform/process/command-line.ts';
import { prometheusRule } from './prometheus-rule.ts';
import { configMap, exampleEnvironment, settingsPage, withSettings } from './settings-files.ts';

const usage = `Usage: npm run store -- settings

Writes the files that derive from shared/platform/settings: docs/operate/settings.md, .env.example, the environments in
docker-compose.yml, and the ConfigMap for Kubernetes. Also writes the Prometheus Operator's alert rules from the alert rules.
tests/unit/deploy/settings.test.ts fails if a file is outdated.`;

const root = join(import.meta.dirname, '..');

await runCommand(() => {
  if (readCommandLine({ name: 'npm run store -- settings', usage, options: {} }) === null) return;
  const compose = readFileSync(join(root, 'docker-compose.yml'), 'utf8');
  const alerts = readFileSync(join(root, 'deploy/observability/alerts.yml'), 'utf8');
  const written = {
    'docs/operate/settings.md': settingsPage(),
    '.env.example': exampleEnvironment(),
    'docker-compose.yml': withSettings(compose),
    'deploy/kubernetes/base/settings.yaml': configMap(),
    'deploy/kubernetes/monitoring/alerts.yaml': prometheusRule(alerts),
  };
  for (const [file, text] of Object.entries(written)) writeFileSync(join(root, file), text);
  console.log(`Written: ${Object.keys(written).join(', ')}.`);
});
