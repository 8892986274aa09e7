import { problems, type ProblemCode } from '#shared/contracts/errors.ts';
import { problemGuide } from '../problems/problem-guide.ts';

/** Swagger UI for `/openapi.json`. The gateway serves all files of Swagger UI itself. */
export function referencePage(): string {
  return page(
    'Storefront API',
    ['swagger-ui.css', 'docs.css'],
    `<div id="reference"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/reference.js"></script>`,
  );
}

/** The `type` of an error response links to `#<code>` on this page. */
export function errorsPage(): string {
  const codes = Object.keys(problems) as ProblemCode[];
  const contents = codes
    .map((code) => `<li><a href="#${code}"><code>${code}</code></a></li>`)
    .join('\n      ');
  return page(
    'Storefront API: errors',
    ['docs.css'],
    `<main class="errors">
    <h1>Errors</h1>
    <p>${prose('Every error has the same form. `code` says which error it is, and never changes its meaning. `message` is for people, and `errors` has the messages of each field. Quote `request_id` when you ask for help.')}</p>
    <ul class="contents">
      ${contents}
    </ul>
    ${codes.map(section).join('\n    ')}
    </main>`,
  );
}

function section(code: ProblemCode): string {
  const { status, title } = problems[code];
  const { means, remedy } = problemGuide[code];
  return `<section id="${code}">
      <h2><a href="#${code}"><code>${code}</code></a> <span>${status} ${title}</span></h2>
      <p>${prose(means)}</p>
      <p><strong>What to do:</strong> ${prose(remedy)}</p>
    </section>`;
}

function page(title: string, styles: string[], body: string): string {
  const links = styles
    .map((style) => `<link rel="stylesheet" href="/docs/assets/${style}" />`)
    .join('\n    ');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png" />
    ${links}
  </head>
  <body>
    <header>
      <strong>Storefront API</strong>
      <a href="/docs">Reference</a>
      <a href="/docs/errors">Errors</a>
      <a href="/openapi.json">OpenAPI</a>
      <a href="/asyncapi.json">AsyncAPI (events)</a>
    </header>
    ${body}
  </body>
</html>
`;
}

function prose(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return escaped.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}
