import Sequencer from '@jest/test-sequencer';

const order = ['component', 'unit', 'integration', 'e2e', 'console'];

/**
 * Component tests run first, because their files take longest. Short files at the end keep all workers busy. The sequence
 * within a suite is fixed.
 */
export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const rank = (test) => order.indexOf(test.context.config.displayName?.name);
    return [...tests].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  }
}
