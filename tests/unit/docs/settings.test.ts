import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');
const variable = /\b(?:PORT|HOST|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b/g;
const variablesIn = (file: string) => new Set(readFileSync(join(root, file), 'utf8').match(variable) ?? []);

const read = variablesIn('shared/process/config.ts').union(variablesIn('shared/process/internal-secrets.ts'));
const documented = variablesIn('docs/settings.md');

test('every variable that a process reads is documented', () => {
  expect([...read.difference(documented)]).toEqual([]);
});

test('every documented variable is read, by a process or by OpenTelemetry', () => {
  const unread = [...documented.difference(read)];
  expect(unread.filter((name) => !name.startsWith('OTEL_'))).toEqual([]);
});
