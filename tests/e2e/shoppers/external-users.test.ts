import './external-store.ts';
import './erasure.tests.ts';
import './external-shoppers.tests.ts';
