import Sequencer from '@jest/test-sequencer';

const order = ['component', 'unit', 'integration', 'e2e'];

/**
 * Runs the component tests first, because their files take longest: files of a second that come last keep every worker
 * busy until the end. The sequence within a suite is fixed.
 */
export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const rank = (test) => order.indexOf(test.context.config.displayName?.name);
    return [...tests].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  }
}
