import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';

/** The introduction of the OpenAPI document, in Markdown: the rules for every endpoint. */
export function introduction({ currencyDecimals, timeZone }: StoreLocale): string {
  const decimals = currencyDecimals === 1 ? '1 decimal' : `${currencyDecimals} decimals`;
  return `The store's API for admin apps (\`/api/admin\`) and shop apps (\`/api/client\`).

**Access.** \`Authorization: Bearer <JWT>\` with the scope that each operation names; \`admin\` covers
\`admin:read\`. A client token sees and changes only what is its user's.

**Bodies** are JSON. Forms (urlencoded, or multipart without files) are taken as well, with bracket names:
\`en[name]=…\`, \`items[0][product_id]=…\`, \`ids=1,2\`. Unknown fields are ignored. In forms and JSON alike an empty
text is null, and numbers and booleans may be text. \`PATCH\` is the same as \`PUT\`: send the fields that change. A POST
with \`_method=PUT\` or \`DELETE\` (field, query or \`X-HTTP-Method-Override\`) is that method.

**Values.** Texts are trimmed, of characters that show nothing too. Money has up to ${decimals}; more is refused, never rounded. Dates without an offset are in
${timeZone}; answers are in UTC.

**Lists.** Without \`paginate\` every match comes at once; \`paginate=true\` gives numbered pages, \`paginate=cursor\`
pages that stay right while records come in. In place of a
record that is damaged in the database a list has an \`UnreadableRecord\`. \`filters[…]\` and \`search\` narrow, \`sort=-created_at,id\` sorts.

**Writes** wait for their outcome (\`Prefer: wait=N\`). What takes longer answers 202 with an operation to follow
at \`Location\`; it is safe by then and will be done. Send an \`Idempotency-Key\` and repeat freely: the same key never
does a thing twice. \`If-Match\` with the ETag that you read keeps you from overwriting another person’s change.

**Refusals** have one shape; decide by \`code\`. [Every code and its remedy](/docs/errors).

**Change** is by addition only: new fields, parameters and operations may appear, so ignore what you don't know.`;
}
