/** Runs the API and the worker of the webhooks service in one process, because two processes use more memory. */
import './api.ts';
import './worker.ts';
