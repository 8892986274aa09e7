import { createHmac } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { freePort, isFree } from '#tools/local-stack/free-port.ts';
import { spawnRecorded, type RecordedProcess } from '#tools/local-stack/recorded-process.ts';
import type { WebhookDelivery } from '#clients/typescript/src/main.ts';
import { temporaryFolder } from '../../support/servers.ts';
import { ensureProgram } from '../../support/debian-program.ts';
import { eventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { webhooksPath as path, type Endpoint } from './endpoints.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/webhook-receivers.md'), 'utf8');

const purpose = 'to run the webhook receivers of the docs';
const php = await ensureProgram({ called: 'PHP', purpose, names: ['php'], debianPackage: 'php-cli' });
const python = await ensureProgram({
  called: 'Python',
  purpose,
  names: ['python3'],
  debianPackage: 'python3-minimal',
});

/** Values of STOREFRONT_SECRETS without a secret. Only the PHP receiver also runs if this variable is not set. */
const emptySecrets = ['', ' ', 'whsec_'];

describe.each([
  {
    language: 'php',
    program: php,
    file: 'receiver.php',
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
    withoutKey: [undefined, ...emptySecrets],
  },
  {
    language: 'python',
    program: python,
    file: 'receiver.py',
    args: (port: number) => ['receiver.py', String(port)],
    withoutKey: emptySecrets,
  },
])('the webhook receiver in $language', ({ language, program, file, args, withoutKey }) => {
  const testWithProgram = program === null ? test.skip : test;
  let folder: string;
  let receiver: RecordedProcess;
  let output: string;
  let port: number;
  let url: string;
  let webhook: Endpoint | null;
  beforeEach(async () => {
    folder = temporaryFolder();
    output = '';
    port = await freePort();
    url = `http://localhost:${port}/`;
    webhook = null;
  });
  afterEach(async () => {
    if (webhook) await admin.delete(`${path}/${webhook.id}`);
    await receiver.stop();
  });

  async function startReceiver(secrets: string | undefined): Promise<void> {
    const [, code = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? [];
    writeFileSync(join(folder, file), code);
    receiver = spawnRecorded(folder, {
      name: `receiver-${language}`,
      command: program ?? '',
      args: args(port),
      cwd: folder,
      env: { PATH: process.env['PATH'], TMPDIR: folder, STOREFRONT_SECRETS: secrets },
      output: (text) => (output += text),
      rank: 9,
      graceMs: 1000,
    });
    await eventually('the receiver to listen on its port', async () => {
      if (await isFree(port)) throw new Error(`The receiver has printed: ${output}`);
      return true;
    });
  }

  testWithProgram(
    `the documented receiver in ${language} accepts a genuine delivery, ignores its repetition, and rejects forged deliveries`,
    async () => {
      webhook = (await admin.post<Endpoint>(path, { url, types: ['webhook.*'] })).data;
      await startReceiver(`whsec_b2xk ${webhook.secret ?? ''}`);

      const { data } = await admin.post<WebhookDelivery>(`${path}/${webhook.id}/ping`);
      const delivery = `${path}/${webhook.id}/deliveries/${data.id}`;
      const attempts = async () => (await admin.get<WebhookDelivery>(delivery)).data.attempts;
      await eventually('the delivery', async () => (await attempts())[0]?.status === 204);
      await admin.post(`${delivery}/redeliver`);
      await eventually('the repeated delivery', async () => (await attempts())[1]?.status === 204);
      expect(output.match(/webhook\.ping/g)).toHaveLength(1);

      const headers = signedWith('a key that the store did not create', data.event_id, '{}');
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(400);
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
      expect(output.match(/webhook\.ping/g)).toHaveLength(1);
    },
  );

  testWithProgram.each(withoutKey)(
    `the documented receiver in ${language} with STOREFRONT_SECRETS set to %j rejects a delivery that is signed with an empty key`,
    async (secrets) => {
      await startReceiver(secrets);
      const body = JSON.stringify({ type: 'webhook.ping', subject: 'webhooks/1' });
      const headers = signedWith('', 'forged', body);
      expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(400);
      expect(output).not.toContain('webhook.ping');
    },
  );
});

function signedWith(key: string, id: string, body: string): Record<string, string> {
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` };
}
