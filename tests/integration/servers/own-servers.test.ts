import './server-users.tests.ts';
import './outage.tests.ts';
import './lost-queue.tests.ts';
// Last, because it suspends the broker.
import './broker-away.tests.ts';
