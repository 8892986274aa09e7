import Sequencer from '@jest/test-sequencer';

const order = ['unit', 'component', 'integration', 'e2e'];

/** Runs quick and narrow suites first, so that mistakes show early. The sequence within a suite is fixed. */
export default class SuiteOrder extends Sequencer {
  sort(tests) {
    const rank = (test) => order.indexOf(test.context.config.displayName?.name);
    return [...tests].sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
  }
}
