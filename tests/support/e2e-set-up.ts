export { startE2eStore as default } from './run-set-up.ts';
