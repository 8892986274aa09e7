import { jest } from '@jest/globals';

import './outage-store.ts';
// First, because it expects the ids of a new store.
import '../declared/documented-examples.tests.ts';
import '../writes/undo-properties.tests.ts';
import './parked-operations.tests.ts';
import './worker.tests.ts';
import './deliveries.tests.ts';
import './event-feed.tests.ts';
import './in-flight-limit.tests.ts';
import './console-operations.tests.ts';
import './bulk-move.tests.ts';
// Last, because the workers may reconnect to the broker only later.
import './order-page.tests.ts';

// Tests wait for outages, on a machine that may be busy with other suites.
jest.setTimeout(180_000);
