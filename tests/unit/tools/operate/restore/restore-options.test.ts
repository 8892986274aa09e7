import { expect, test } from '@jest/globals';

import { readRestoreOptions } from '#tools/operate/restore/restore-options.ts';

test.each([
  ['no folder is named', [], /: name one backup, or the folder with the backups\. /],
  ['two folders are named', ['a', 'b'], /: name one backup, or the folder with the backups\. /],
  ['a folder is named together with --abandon', ['a', '--abandon'], /: --abandon takes no folder\. /],
])(
  'npm run restore without a valid folder of backups is refused with a one-line error: %s',
  async (_, args, message) => {
    await expect(readRestoreOptions(args)).rejects.toThrow(message);
  },
);
