export { stopEverything as default } from './run-set-up.ts';
