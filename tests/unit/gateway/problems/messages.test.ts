import { describe, expect, test } from '@jest/globals';
import {
  detail,
  englishRules,
  problems,
  type FieldError,
  type ProblemCode,
  type ProblemDetails,
  type Sentence,
} from '#shared/contracts/errors.ts';
import { endpoints } from '#services/gateway/http/routes.ts';
import { arabicAttributes, arabicRules } from '#services/gateway/problems/messages.ar.ts';
import {
  fieldMessage,
  parseLanguage,
  problemMessage,
  summaryMessage,
} from '#services/gateway/problems/messages.ts';
import {
  methodNotAllowed,
  problemBody,
  problemContentType,
  routeNotFound,
} from '#services/gateway/problems/problem-response.ts';

describe('English validation messages', () => {
  test.each<[FieldError, string]>([
    [{ field: 'price', rule: 'required' }, 'The price field is required.'],
    [{ field: 'user_id', rule: 'exists' }, 'The selected user id is invalid.'],
    [{ field: 'price', rule: 'min', params: { min: 0 } }, 'The price field must be at least 0.'],
    [
      { field: 'amount', rule: 'max', params: { max: 100000 } },
      'The amount field must not be greater than 100000.',
    ],
    [
      { field: 'en.name', rule: 'min_characters', params: { min: 2 } },
      'The en.name field must be at least 2 characters.',
    ],
    [
      { field: 'notes', rule: 'max_characters', params: { max: 1000 } },
      'The notes field must not be greater than 1000 characters.',
    ],
    [{ field: 'ids', rule: 'min_items', params: { min: 1 } }, 'The ids field must have at least 1 items.'],
    [
      { field: 'items', rule: 'max_items', params: { max: 1000 } },
      'The items field must not have more than 1000 items.',
    ],
    [
      { field: 'price', rule: 'decimals', params: { max: 2 } },
      'The price field must have 0-2 decimal places.',
    ],
    [{ field: 'order_number', rule: 'unique' }, 'The order number has already been taken.'],
    [{ field: 'items.0.product_id', rule: 'integer' }, 'The items.0.product_id field must be an integer.'],
    [
      { field: 'items.*.main_price', rule: 'indexed_entries', params: { example: 'items[0][main_price]' } },
      'The items.*.main_price field is missing in some entries. Say which entry it is for: use items[0][main_price].',
    ],
    [{ field: 'filters.user_id', rule: 'integer' }, 'The filters.user id field must be an integer.'],
    [
      { field: 'filters.created_at', rule: 'day' },
      'The filters.created at field must match the format YYYY-MM-DD.',
    ],
    [
      { field: 'reject_reason', rule: 'required_when_empty', params: { other: 'status' } },
      'The reject reason field is required when status is empty.',
    ],
    [{ field: 'payment_method', rule: 'in' }, 'The selected payment method is invalid.'],
    [
      { field: 'payment_method', rule: 'in', params: { allowed: '1, 2, 3, 4' } },
      'The selected payment method is invalid. Allowed: 1, 2, 3, 4.',
    ],
    [
      { field: 'items.0.product_id', rule: 'not_sold', params: { en: 'Coffee', ar: 'قهوة' } },
      '“Coffee” is no longer sold. Remove it from the cart.',
    ],
    [
      { field: 'product_id', rule: 'cart_full', params: { max: 1000 } },
      'The cart has 1000 products. Remove one first.',
    ],
    [
      {
        field: 'status',
        rule: 'illegal_transition',
        params: { from: 'rejected', to: 'pending', allowed: '' },
      },
      'The status cannot change from rejected to pending. It can become: nothing.',
    ],
  ])('the English message for the validation error %j is the same as in Laravel', (error, message) => {
    expect(fieldMessage(error, 'en')).toBe(message);
  });

  test('a value that is inserted into an error message may contain the text of a placeholder, which is not replaced', () => {
    const error: FieldError = {
      field: 'filters.:allowed',
      rule: 'unknown_filter',
      params: { allowed: ':attribute' },
    };
    expect(fieldMessage(error, 'en')).toBe(
      'The filters.:allowed filter is not allowed here. Allowed filters: :attribute.',
    );
  });
});

interface Described {
  type?: string;
  keys?: Record<string, Described>;
}

/**
 * Field names such as `price` and `en.name`. Leaves out the fields of a list's entries, because messages
 * contain those names as they were sent.
 */
function fieldNames({ keys = {} }: Described, prefix = ''): string[] {
  return Object.entries(keys).flatMap(([name, inner]) => [
    prefix + name,
    ...fieldNames(inner, `${prefix}${name}.`),
  ]);
}

describe('Arabic validation messages', () => {
  test('Arabic validation messages show the order states in Arabic', () => {
    const params = { from: 'pending', to: 'delivered', allowed: 'confirmed, rejected' };
    const error = { field: 'status', rule: 'illegal_transition', params } as const;
    expect(fieldMessage(error, 'ar')).toBe(
      'لا يمكن تغيير الحالة من قيد الانتظار إلى تم التسليم. القيم الممكنة: مؤكد، مرفوض.',
    );
    expect(fieldMessage({ ...error, params: { ...params, allowed: '' } }, 'ar')).toContain('لا شيء');
  });

  test('Arabic validation messages are the same as in Laravel-Lang, with translated field names', () => {
    expect(fieldMessage({ field: 'price', rule: 'required' }, 'ar')).toBe('حقل السعر مطلوب.');
    expect(fieldMessage({ field: 'user_id', rule: 'exists' }, 'ar')).toBe('قيمة الحقل المستخدم غير موجودة.');
    expect(fieldMessage({ field: 'items.0.amount', rule: 'required' }, 'ar')).toBe(
      'حقل items.0.amount مطلوب.',
    );
  });

  test('an Arabic message about by does not name the amount of the inventory, because statistics use the same field for the grouping', () => {
    const error = { field: 'by', rule: 'in', params: { allowed: 'day, month' } } as const;
    expect(fieldMessage(error, 'ar')).toBe(
      'قيمة حقل by غير موجودة في قائمة القيم المسموح بها. المسموح به: day, month.',
    );
  });

  test('Arabic messages isolate dates and negative numbers, so that their parts keep their order', () => {
    const ended = { field: 'status', rule: 'return_period', params: { until: '2026-01-31' } } as const;
    expect(fieldMessage(ended, 'ar')).toContain('\u20662026-01-31\u2069');
    const low = (min: number | string) => fieldMessage({ field: 'by', rule: 'min', params: { min } }, 'ar');
    expect([low(-100), low('-12.5'), low(0)]).toEqual([
      expect.stringContaining(' \u2066-100\u2069.'),
      expect.stringContaining(' \u2066-12.5\u2069.'),
      expect.stringContaining(' 0.'),
    ]);
  });

  test('every field of a request body has an Arabic name for error messages', () => {
    const bodies = endpoints.flatMap(({ kind, declared }) => (kind === 'write' ? [declared.body] : []));
    const names = bodies.flatMap((body) => fieldNames(body.describe()));
    const unnamed = names.filter((name) => !Object.hasOwn(arabicAttributes, name));
    // A filter of a bulk selection keeps its raw name, as in the query of a list.
    expect(unnamed.filter((name) => !name.startsWith('filters.'))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['en.name', 'user_id']));
  });

  test('each Arabic validation message uses the same placeholders as the English message', () => {
    const placeholders = (sentence: string): string[] => [...new Set(sentence.match(/:[a-z_]+/g))].sort();
    for (const [rule, sentence] of Object.entries(englishRules))
      expect([rule, placeholders(arabicRules[rule as FieldError['rule']])]).toEqual([
        rule,
        placeholders(sentence),
      ]);
  });
});

describe('the summary message', () => {
  test('the summary of several errors shows the first message and the number of further errors', () => {
    expect(summaryMessage(['A.'], 'en')).toBe('A.');
    expect(summaryMessage(['A.', 'B.'], 'en')).toBe('A. (and 1 more error)');
    expect(summaryMessage(['A.', 'B.', 'C.'], 'en')).toBe('A. (and 2 more errors)');
    expect(summaryMessage([], 'en')).toBe('The given data was invalid.');
  });

  test.each([
    [1, '(و 1 خطأ إضافي)'],
    [2, '(و 2 أخطاء إضافية)'],
    [10, '(و 10 أخطاء إضافية)'],
    [11, '(و 11 خطأ إضافي)'],
    [103, '(و 103 أخطاء إضافية)'],
  ])('the Arabic summary of several errors has the right plural for %d further errors', (more, ending) => {
    expect(summaryMessage(['أ', ...Array<string>(more).fill('ب')], 'ar')).toBe(`أ ${ending}`);
  });

  test.each<[ProblemDetails, string]>([
    [{ code: 'unauthenticated', detail: 'signature verification failed' as Sentence }, 'Unauthenticated.'],
    [{ code: 'forbidden' }, 'This action is unauthorized.'],
    [{ code: 'too_many_requests' }, 'Too Many Attempts.'],
    [{ code: 'internal_error', detail: 'x is not a function' as Sentence }, 'Server Error'],
    [{ code: 'malformed_body', ...detail('not_utf8') }, 'The body is not UTF-8.'],
    [
      methodNotAllowed('PUT', '/api/client/orders', ['GET', 'POST']).details,
      'The PUT method is not supported for route api/client/orders. Supported methods: GET, HEAD, POST.',
    ],
    [routeNotFound('/api/nothing').details, 'The route api/nothing could not be found.'],
    [
      {
        code: 'out_of_stock',
        extra: {
          products: [
            { product_id: 7, name: { en: 'Tea', ar: 'شاي' }, requested: 5, available: 2 },
            { product_id: 8, requested: 1, available: 0 },
          ],
        },
      },
      'There is not enough of Tea: 5 requested, 2 available. (and 1 more error)',
    ],
    [
      { code: 'out_of_stock', extra: { products: [{ product_id: 7, requested: 5, available: 2 }] } },
      'There is not enough of product 7: 5 requested, 2 available.',
    ],
    [
      { code: 'illegal_transition', fields: [{ field: 'status', rule: 'required' }] },
      'The status field is required.',
    ],
  ])('the error %j has the expected English message', (details, message) => {
    expect(problemMessage(details, 'en')).toBe(message);
  });

  test('every error code has an Arabic message', () => {
    for (const code of Object.keys(problems) as ProblemCode[])
      expect(problemMessage({ code, detail: 'English' as Sentence }, 'ar')).toMatch(/^[\u0600-\u06ff]/);
  });
});

describe('Accept-Language', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['ar', 'ar'],
    ['AR-sa', 'ar'],
    ['fr, ar;q=0.5', 'ar'],
    ['ar;q=0.5, en;q=0.8', 'en'],
    ['en;q=0.5, ar-EG;q=0.8', 'ar'],
    ['ar, en', 'ar'],
    ['en, ar', 'en'],
    ['ar;q=0', 'en'],
    ['*', 'en'],
    ['de', 'en'],
    ['ar;q=x', 'en'],
    ['arz', 'en'],
    ['nonsense;;;', 'en'],
  ])('the header Accept-Language %j selects the language %s', (header, language) => {
    expect(parseLanguage(header)).toBe(language);
  });
});

describe('the body of an error response', () => {
  const context = { language: 'en', instance: '/api/admin/orders', requestId: 'r-1' } as const;

  test('the body of a validation error has all documented members in the documented order', () => {
    const fields: FieldError[] = [
      { field: 'price', rule: 'required' },
      { field: 'en.name', rule: 'string' },
      { field: 'en.name', rule: 'min_characters', params: { min: 2 } },
    ];
    const body = problemBody(
      { code: 'validation_failed', fields, extra: { allowed: [], status: 200, code: 'x' } },
      context,
    );
    expect(JSON.parse(JSON.stringify(body))).toEqual({
      type: '/docs/errors#validation_failed',
      title: 'Validation failed',
      status: 422,
      code: 'validation_failed',
      message: 'The price field is required. (and 2 more errors)',
      errors: {
        price: ['The price field is required.'],
        'en.name': [
          'The en.name field must be a string.',
          'The en.name field must be at least 2 characters.',
        ],
      },
      rules: {
        price: [{ rule: 'required' }],
        'en.name': [{ rule: 'string' }, { rule: 'min_characters', min: 2 }],
      },
      instance: '/api/admin/orders',
      request_id: 'r-1',
      allowed: [],
    });
    expect(Object.keys(body)).toEqual([
      'type',
      'title',
      'status',
      'code',
      'message',
      'errors',
      'rules',
      'instance',
      'request_id',
      'allowed',
    ]);
  });

  test('the body of an error without invalid fields has no member `errors`', () => {
    expect(problemBody({ code: 'not_found' }, context)).not.toHaveProperty('errors');
  });

  test('the body of a validation error can list an error for a field named __proto__', () => {
    const body = problemBody(
      { code: 'validation_failed', fields: [{ field: '__proto__', rule: 'in' }] },
      context,
    );
    expect(JSON.stringify(body)).toContain('"errors":{"__proto__":["The selected   proto   is invalid."]}');
  });

  test.each([
    [undefined, 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['application/problem+json', 'application/problem+json; charset=utf-8'],
    ['application/json, application/problem+json;q=0.5', 'application/problem+json; charset=utf-8'],
    ['application/problem+json;q=0, */*', 'application/json; charset=utf-8'],
  ])('an error response to a request with the header Accept: %s has the media type %s', (accept, type) => {
    expect(problemContentType(accept)).toBe(type);
  });
});
