/** `indexes catalog|orders`: builds a service's indexes and nothing else; `migrate --apply` does that and the rest. */
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { serviceNames, withServiceDatabase } from './migrate/service-databases.ts';

const { MONGODB_URI: mongodbUri, STORE_NAMESPACE: namespace = 'store' } = process.env;
const service = serviceNames.find((name) => name === process.argv[2]);
if (service === undefined) {
  console.error('indexes of which service? catalog or orders.');
  process.exit(2);
}
if (!mongodbUri) {
  console.error('indexes needs MONGODB_URI.');
  process.exit(2);
}
await withServiceDatabase(service, { mongodbUri, namespace }, buildIndexes);
console.log(`The indexes of ${service} are there.`);
