import './server-users.tests.ts';
import './outage.tests.ts';
import './lost-queue.tests.ts';
// Runs last, because it suspends the broker.
import './broker-away.tests.ts';
