import { jest } from '@jest/globals';

import './outage-store.ts';
// Runs first, because it expects the ids of a new store.
import '../declared/documented-examples.tests.ts';
import '../writes/undo-properties.tests.ts';
import './parked-operations.tests.ts';
import './worker.tests.ts';
import './deliveries.tests.ts';
import './event-feed.tests.ts';
import './in-flight-limit.tests.ts';
import './console-operations.tests.ts';
import './bulk-move.tests.ts';
// Runs last, because the workers can take a while to reconnect to the broker.
import './order-page.tests.ts';

// The timeout is long, because the tests wait for outages on a machine that may be busy with other suites.
jest.setTimeout(180_000);
