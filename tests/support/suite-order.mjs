import Sequencer from '@jest/test-sequencer';

const order = ['unit', 'component', 'integration', 'e2e'];

/** The quick and narrow suites first, so that a mistake shows early; within a suite always the same order. */
export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const rank = (test) => order.indexOf(test.context.config.displayName?.name);
    return [...tests].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  }
}
