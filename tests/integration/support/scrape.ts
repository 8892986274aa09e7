import { processNames, type ProcessName } from '#deploy/processes.ts';
import type { TestStore } from '../../support/store.ts';

interface Sample {
  process: ProcessName;
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Reads `/metrics` from every process of a store, as Prometheus does. */
export async function scrape(store: TestStore): Promise<Sample[]> {
  const answers = processNames.map(async (name) => {
    const url = name === 'gateway' ? store.internalUrl : store.urls[name];
    const response = await fetch(`${url}/metrics`);
    if (!response.ok) throw new Error(`${name} answered ${response.status} to a scrape`);
    return readSamples(name, await response.text());
  });
  return (await Promise.all(answers)).flat();
}

/** Sums the samples with this name and these labels. */
export function total(samples: readonly Sample[], name: string, labels: Record<string, string> = {}): number {
  const wanted = Object.entries(labels);
  return samples
    .filter((sample) => sample.name === name && wanted.every(([key, value]) => sample.labels[key] === value))
    .reduce((sum, { value }) => sum + value, 0);
}

function readSamples(process: ProcessName, text: string): Sample[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      if (name === '') throw new Error(`Not in Prometheus's text format: ${line}`);
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
      const entries = pairs.map(([, key = '', held = '']) => [key, held] as const);
      return { process, name, labels: Object.fromEntries(entries), value: Number(value) };
    });
}
