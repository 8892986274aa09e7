import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { startReceiver, type Received } from '#tests/e2e/webhooks/receiver.ts';
import { callerWith } from '#tests/support/caller.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { StoreAccess } from '#tests/support/store-access.ts';
import { runProgram } from '#tools/run-program.ts';
import { goModules, npmPackages, pythonPackages } from './install.ts';
import { differs, type Stranger } from './stranger.ts';

interface Delivery {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** The results of the libraries of one language for some deliveries. */
interface Verdict {
  standardwebhooks: boolean[];
  svix: boolean[];
  events: { id: string; type: string; subject: string; data: unknown }[];
}

const libraries = ['standardwebhooks', 'svix'] as const;

/** Commands that read deliveries and print their verdicts, keyed by language. */
const languages: Readonly<Record<string, () => Promise<string[]>>> = {
  JavaScript: async () => {
    const folder = await npmPackages('cloudevents', ...libraries);
    return [process.execPath, copied('verify.mjs', folder)];
  },
  Python: async () => [
    join(await pythonPackages('cloudevents', ...libraries), 'python'),
    join(import.meta.dirname, 'webhooks/verify.py'),
  ],
  Go: async () => {
    const folder = await goModules(
      'github.com/cloudevents/sdk-go/v2',
      'github.com/standard-webhooks/standard-webhooks/libraries',
      'github.com/svix/svix-webhooks',
    );
    copied('verify.go', folder);
    return ['go', '-C', folder, 'run', '-mod=mod', '.'];
  },
};

function copied(file: string, folder: string): string {
  const target = join(folder, file);
  copyFileSync(join(import.meta.dirname, 'webhooks', file), target);
  return target;
}

export const webhooks: Stranger = {
  proves:
    'libraries in three languages verify webhook deliveries, reject forged deliveries, and read the events',
  judge: async (store) => {
    const genuine = await deliveriesOf(await store());
    const forged = genuine.flatMap(forgeries);
    const deliveries = [...genuine, ...forged];
    const found: string[] = [];
    for (const [language, command] of Object.entries(languages)) {
      const [program = '', ...args] = await command();
      const { code, stdout, stderr } = await runProgram(program, args, { input: JSON.stringify(deliveries) });
      if (code !== 0) throw new Error(`${language}: ${stderr}`);
      const verdict = JSON.parse(stdout) as Verdict;
      const expected = deliveries.map((_, index) => index < genuine.length);
      for (const library of libraries)
        found.push(...differs(`${library} in ${language} accepts`, expected, verdict[library]));
      const events = genuine.map(({ body }) => JSON.parse(body) as Verdict['events'][number]);
      for (const [index, { id, type, subject, data }] of events.entries())
        found.push(
          ...differs(
            `CloudEvents in ${language}`,
            sorted({ id, type, subject, data }),
            sorted(verdict.events[index]),
          ),
        );
    }
    return found;
  },
};

/**
 * Deliveries of a product with Arabic text, from before and after a change of the endpoint's secret. Each has every secret that
 * may verify it.
 */
async function deliveriesOf(access: StoreAccess): Promise<Delivery[]> {
  const admin = callerWith(access, () => access.adminToken());
  const receiver = await startReceiver();
  const asked = { url: receiver.url, types: ['catalog.*'], payload: 'full' };
  const { id, secret } = (await admin.post<{ id: number; secret: string }>('/api/admin/webhooks', asked))
    .data;
  try {
    const en = { name: 'Coffee ☕', description: 'Whole beans' };
    const ar = { name: 'قهوة', description: 'حبوب كاملة' };
    const product = (await admin.post<{ id: number }>('/api/admin/products', { price: 12.5, en, ar })).data;
    await eventually('the first event', () => receiver.received.length >= 1);
    const rotated = await admin.post<{ secret: string }>(`/api/admin/webhooks/${id}/rotate-secret`);
    await admin.put(`/api/admin/products/${product.id}`, { price: 13 });
    await eventually('the second event', () => receiver.received.length >= 2);
    const [before, after] = receiver.received;
    if (before === undefined || after === undefined) throw new Error('no deliveries');
    return [delivery(before, secret), delivery(after, secret), delivery(after, rotated.data.secret)];
  } finally {
    await admin.delete(`/api/admin/webhooks/${id}`);
    await receiver.close();
  }
}

function delivery({ headers, text }: Received, secret: string): Delivery {
  // Deliveries are sent as `application/json`, which every web framework parses. The CloudEvents SDKs require the media type of
  // CloudEvents.
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const typed = { ...Object.fromEntries(sent), 'content-type': 'application/cloudevents+json' };
  return { secret, headers: typed, body: text };
}

function forgeries(genuine: Delivery): Delivery[] {
  const { headers, body } = genuine;
  return [
    { ...genuine, body: body.replace('"version":', '"version": ') },
    { ...genuine, secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}` },
    { ...genuine, headers: { ...headers, 'webhook-id': 'another' } },
    {
      ...genuine,
      headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 3_600) },
    },
  ];
}

/** The value with the keys of its objects sorted, because a library of Go or Python may sort them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, sorted(inner)] as const);
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
