/** Writes an export with the given number of records, discards the output, and prints the process's peak memory in MiB. */
import type { ExportColumn, ExportFormat } from '#shared/contracts/kit/exports.ts';
import { exportFile } from '#shared/engine/exports/export-file.ts';

const [, , format, count] = process.argv;
const columns = Array.from({ length: 20 }, (_, index): ExportColumn => ({
  name: `text${index}`,
  kind: 'text',
  isOfLine: false,
}));

async function* records() {
  for (let id = 0; id < Number(count); id += 1) {
    yield Object.fromEntries(columns.map(({ name }) => [name, `${name} of the record ${id}`]));
    if (id % 100 === 0) await new Promise(setImmediate);
  }
}

const { content } = exportFile(
  records(),
  { format: format as ExportFormat, columns: null, rows: 'records' },
  {
    what: 'records',
    columns,
    language: 'en',
    at: new Date(),
    locale: { currencyDecimals: 2, timeZone: 'UTC' },
  },
);
let bytes = 0;
for await (const piece of content) bytes += piece.length;
console.log(JSON.stringify({ bytes, mostMiB: process.resourceUsage().maxRSS / 1024 }));
