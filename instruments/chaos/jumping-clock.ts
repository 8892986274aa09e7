/**
 * Preloaded into the processes of the chaos suite. While a file `clock.<pid>` exists in CHAOS_FOLDER, it shifts the wall clock
 * of that process by the number of ms in the file. Timers and monotonic clocks do not change.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(process.env['CHAOS_FOLDER'] ?? '', `clock.${process.pid}`);
const lookMs = 50;
const TrueDate = Date;
let offset = 0;

setInterval(() => {
  try {
    offset = Number(readFileSync(file, 'utf8'));
  } catch {
    offset = 0;
  }
}, lookMs).unref();

const now = () => TrueDate.now() + offset;
globalThis.Date = new Proxy(TrueDate, {
  get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  construct: (target, values: unknown[], made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made) as Date,
});
