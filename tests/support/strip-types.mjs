import { createHash } from 'node:crypto';
import { stripTypeScriptTypes } from 'node:module';

/** Jest runs the same source as Node: types become blanks, so lines and columns stay. */
export default {
  process: (source) => ({ code: stripTypeScriptTypes(source) }),
  processAsync: async (source) => ({ code: stripTypeScriptTypes(source) }),
  getCacheKey: (source) => createHash('sha256').update(process.version).update(source).digest('hex'),
};
