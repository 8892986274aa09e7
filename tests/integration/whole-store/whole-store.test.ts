// First, because it expects a store without findings.
import './audit.tests.ts';
import './redrive-and-sizes.tests.ts';
import './product-copies.tests.ts';
import './damaged-records.tests.ts';
// After the audits, which would read its many records.
import './bulk-work.tests.ts';
// Last, because it stops processes and changes the keys.
import './keys-of-the-data.tests.ts';
