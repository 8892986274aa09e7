import { expect, test } from '@jest/globals';

import { readRestoreOptions } from '#tools/operate/restore/restore-options.ts';

test.each([
  ['no folder', [], /: name one backup, or the folder with the backups\. /],
  ['two folders', ['a', 'b'], /: name one backup, or the folder with the backups\. /],
  ['--abandon with a folder', ['a', '--abandon'], /: --abandon takes no folder\. /],
])('npm run restore refuses %s in one line', async (_, args, message) => {
  await expect(readRestoreOptions(args)).rejects.toThrow(message);
});
