import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#tools/clients/folders.ts';
import { renderDocuments } from '#tools/clients/render-documents.ts';
import { runProgram } from '#tools/run-program.ts';
import { npmPackages } from './install.ts';
import { linesOf, type Stranger } from './stranger.ts';

/** The rules of IBM's validator that the document does not follow, with the reason for each. */
const others: Readonly<Record<string, string>> = {
  'ibm-accept-and-return-models': 'A body may be an object without fields: what is applied is already known.',
  'ibm-enum-casing-convention':
    'The type of an operation is the name of its endpoint, such as orders.bulk-update.',
  'ibm-etag-header': "The ETag of an order's payments is that of the order.",
  'ibm-integer-attributes': 'The minimum and the maximum say more than a format.',
  'ibm-parameter-casing-convention': 'Filters are named as Laravel names them, such as filters[status].',
  'ibm-path-segment-casing-convention': 'The ordered interface has the paths bulk-update and bulk-delete.',
  'ibm-required-array-properties-in-response': 'An error has only the lists that belong to its code.',
  'ibm-schema-keywords': 'JSON Schema has contentMediaType, for the lines of a file.',
  'ibm-schema-type-format': 'OpenAPI 3.1 has the type null.',
  'ibm-unique-parameter-request-property-names': 'The contract allows dry_run in the query and in the body.',
  'no-$ref-siblings': 'OpenAPI 3.1 allows a description next to $ref.',
};

interface IbmReport {
  error: { results: { rule: string; message: string; path: string[] }[] };
}

export const ibm: Stranger = {
  proves: 'the OpenAPI document has no error by the rules of IBM Cloud',
  judge: async () => {
    const folder = await npmPackages('ibm-openapi-validator');
    const program = join(folder, 'node_modules/ibm-openapi-validator/src/cli-validator/index.js');
    const args = [program, '--json', '--errors-only', renderDocuments().openApi];
    const { stdout, stderr } = await runProgram(process.execPath, args, { cwd: folder });
    if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`);
    const { error } = JSON.parse(stdout) as IbmReport;
    const found = Map.groupBy(error.results, ({ rule }) => rule);
    return [...found]
      .filter(([rule]) => !(rule in others))
      .map(([rule, places]) => {
        const [first] = places;
        return `${rule}, ${places.length} times: ${first?.message ?? ''} (${first?.path.join('.') ?? ''})`;
      });
  },
};

/** Severities of AsyncAPI's parser: 0 is an error, 1 a warning, 2 information. */
const warning = 1;

/** The type of the part of AsyncAPI's parser that this file uses. */
interface AsyncApiParser {
  Parser: new () => {
    parse(
      text: string,
    ): Promise<{ document?: unknown; diagnostics: { message: string; severity: number; path: unknown[] }[] }>;
  };
}

export const asyncApi: Stranger = {
  proves: "AsyncAPI's own parser reads the AsyncAPI document without a warning",
  judge: async () => {
    const folder = await npmPackages('@asyncapi/parser');
    const module = pathToFileURL(join(folder, 'node_modules/@asyncapi/parser/cjs/index.js')).href;
    const { Parser } = (await import(module)) as AsyncApiParser;
    const { document, diagnostics } = await new Parser().parse(
      readFileSync(renderDocuments().asyncApi, 'utf8'),
    );
    // The parser also gives information, for example that there is a newer version of AsyncAPI.
    const found = diagnostics
      .filter(({ severity }) => severity <= warning)
      .map(({ message, path }) => `${path.join('.')}: ${message}`);
    return document === undefined && found.length === 0 ? ['no document'] : found;
  },
};

export const lints: Stranger = {
  proves: 'Spectral and Redocly find nothing in the documents',
  judge: async () => {
    const bootstrap = join(root, 'tools/local-stack/bootstrap.mjs');
    return linesOf(await runProgram(process.execPath, [bootstrap, 'lint:documents'], { cwd: root }));
  },
};
