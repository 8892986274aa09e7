// Runs first, because it expects a store without findings.
import './audit.tests.ts';
import './redrive-and-sizes.tests.ts';
import './product-copies.tests.ts';
import './damaged-records.tests.ts';
// Runs after the audits, which would otherwise read its many records.
import './bulk-work.tests.ts';
// Runs last, because it stops processes and changes keys.
import './keys-of-the-data.tests.ts';
