import './external-store.ts';
import '../settings/time-zone-currency-tax.tests.ts';
import './erasure.tests.ts';
import './external-shoppers.tests.ts';
