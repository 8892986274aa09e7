export { startServers as default } from './run-set-up.ts';
