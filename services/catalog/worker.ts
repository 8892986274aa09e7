import { runServiceWorker } from '#shared/engine/service/run-worker.ts';
import { catalog } from './service.ts';

runServiceWorker(catalog, () => ({ own: null }));
