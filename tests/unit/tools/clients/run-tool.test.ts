import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { runTool } from '#tools/clients/run-tool.ts';

beforeAll(() => {
  process.env['BACKUP_KEY'] = 'AGE-SECRET-KEY-1';
});
afterAll(() => {
  delete process.env['BACKUP_KEY'];
});

test('a code generator or compiler that a script starts receives only PATH and its own variables, and no secret of the store', async () => {
  const print = ['-p', 'JSON.stringify(process.env)'];
  const printed = await runTool(process.execPath, print, {
    cwd: '.',
    env: { STORE_URL: 'http://store.test' },
  });
  expect(JSON.parse(printed)).toMatchObject({ STORE_URL: 'http://store.test', PATH: process.env['PATH'] });
  expect(printed).not.toContain('AGE-SECRET-KEY');
});
