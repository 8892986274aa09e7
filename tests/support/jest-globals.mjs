/** The exports of `@jest/globals` for the test file that imports them, as own-realm-runner.mjs sets them. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } =
  globalThis[Symbol.for('storefront.jest')];
