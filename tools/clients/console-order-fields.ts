import { join } from 'node:path';
import {
  isDetail,
  isMoney,
  orderFieldNames,
  orderFields,
  type OrderFieldName,
} from '#shared/contracts/endpoints/order-fields.ts';
import type { JsonSchema } from '#shared/contracts/kit/fields.ts';
import { storeDocument } from './render-documents.ts';

/** The console imports only the client, so it has a generated copy of the parts of `orderFields` that it needs. */
export const orderFieldsFile = join(import.meta.dirname, '../../console/data/generated/order-fields.ts');

export function orderFieldsText(): string {
  const { schemas } = storeDocument('').components as { schemas: Record<string, JsonSchema> };
  const properties = schemas['OrdersUpdateBody']?.['properties'] as Record<string, JsonSchema>;
  const rows = orderFieldNames.map((name) => {
    const [, most] = /"maxLength":(\d+)/.exec(JSON.stringify(properties[name])) ?? [];
    return `  ${name}: ${JSON.stringify(consoleField(name, most === undefined ? null : Number(most)))},\n`;
  });
  return `// Generated from \`orderFields\`: \`npm run store -- client:typescript\`.\nexport const orderFields = {\n${rows.join('')}} as const;\n`;
}

function consoleField(name: OrderFieldName, maxLength: number | null) {
  const { console: column, ...row } = orderFields[name];
  const { en, ar, ...places } = column;
  return {
    label: { en, ar },
    kind: kindOf(name),
    isNullable: isDetail(name),
    maxLength,
    isFilter: row.filter !== false,
    ...places,
  };
}

function kindOf(name: OrderFieldName): 'money' | 'moment' | 'text' | 'number' {
  if (isMoney(name)) return 'money';
  const schema = JSON.stringify(orderFields[name].shows);
  if (schema.includes('"date-time"')) return 'moment';
  return schema.includes('"type":"string"') ? 'text' : 'number';
}
