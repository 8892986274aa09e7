import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';

import { freePort, isFree } from '#tools/local-stack/free-port.ts';
import { spawnRecorded, type RecordedProcess } from '#tools/local-stack/recorded-process.ts';
import { ensureProgram } from '../../support/debian-program.ts';
import { eventually } from '../../support/eventually.ts';
import { admin } from '../support/callers.ts';
import { webhooksPath as path, type Delivery, type Endpoint } from './endpoints.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/guides/webhook-receivers.md'), 'utf8');

const purpose = 'to run the webhook receivers of the docs';
const php = await ensureProgram({ called: 'PHP', purpose, names: ['php'], debianPackage: 'php-cli' });
const python = await ensureProgram({
  called: 'Python',
  purpose,
  names: ['python3'],
  debianPackage: 'python3-minimal',
});

describe.each([
  {
    language: 'php',
    program: php,
    file: 'receiver.php',
    args: (port: number) => ['-S', `127.0.0.1:${port}`, 'receiver.php'],
  },
  {
    language: 'python',
    program: python,
    file: 'receiver.py',
    args: (port: number) => ['receiver.py', String(port)],
  },
])('the webhook receiver in $language', ({ language, program, file, args }) => {
  let folder: string;
  let receiver: RecordedProcess;
  let webhook: Endpoint;
  afterEach(async () => {
    await admin.delete(`${path}/${webhook.id}`);
    await receiver.stop();
    rmSync(folder, { recursive: true });
  });

  (program === null ? test.skip : test)(
    `the documented receiver in ${language} accepts a genuine delivery, ignores its repetition, and rejects forged deliveries`,
    async () => {
      folder = mkdtempSync(join(tmpdir(), 'storefront-receiver-'));
      const port = await freePort();
      const url = `http://localhost:${port}/`;
      webhook = (await admin.post<Endpoint>(path, { url, types: ['webhook.*'] })).data;
      const [, code = ''] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(page) ?? [];
      writeFileSync(join(folder, file), code);
      let output = '';
      receiver = spawnRecorded(folder, {
        name: `receiver-${language}`,
        command: program ?? '',
        args: args(port),
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          TMPDIR: folder,
          STOREFRONT_SECRETS: `whsec_b2xk ${webhook.secret ?? ''}`,
        },
        output: (text) => (output += text),
        rank: 9,
        graceMs: 1000,
      });
      await eventually(`the receiver: ${output}`, async () => !(await isFree(port)));

      const { data } = await admin.post<Delivery>(`${path}/${webhook.id}/ping`);
      const delivery = `${path}/${webhook.id}/deliveries/${data.id}`;
      const attempts = async () => (await admin.get<Delivery>(delivery)).data.attempts;
      await eventually('the delivery', async () => (await attempts())[0]?.status === 204);
      await admin.post(`${delivery}/redeliver`);
      await eventually('its repetition', async () => (await attempts())[1]?.status === 204);
      expect(output.match(/webhook\.ping/g)).toHaveLength(1);

      const headers = {
        'webhook-id': data.event_id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,c2lnbmVk',
      };
      expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(400);
      expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(400);
      expect(output.match(/webhook\.ping/g)).toHaveLength(1);
    },
  );
});
