import './traces.tests.ts';
import './logs.tests.ts';
import './alerts-and-dashboards.tests.ts';
import './metrics.tests.ts';
// Runs last, because it makes requests fail and stops a process.
import './secrets-and-entered-texts.tests.ts';
