import { mapValues } from '#shared/contracts/kit/json-values.ts';
import type { Language, Localized } from '#shared/contracts/kit/languages.ts';
import { detail, Problem, problems, type FieldError, type ProblemDetails } from '#shared/contracts/errors.ts';
import { fieldMessage, problemMessage } from './messages.ts';

interface ProblemContext {
  language: Language;
  instance: string;
  requestId: string;
}

/** RFC 9457's members, Laravel's `message` and `errors`, and members for this error, which never replace a standard member. */
export function problemBody(details: ProblemDetails, context: ProblemContext): Record<string, unknown> {
  const { status, title } = problems[details.code];
  const standard = {
    type: `/docs/errors#${details.code}`,
    title,
    status,
    code: details.code,
    message: problemMessage(details, context.language),
    ...(details.fields?.length && membersOfFields(details.fields, context.language)),
    instance: context.instance,
    request_id: context.requestId,
  };
  return { ...standard, ...shownExtra(details, context.language), ...standard };
}

/** For `out_of_stock`, product names appear only in this language. */
function shownExtra(
  { code, extra }: ProblemDetails,
  language: Language,
): Record<string, unknown> | undefined {
  // Internal members: `first` is the earlier operation, which the response shows as a URL. `addressed` is the record whose
  // latest changes the service adds to the error.
  const { first: _first, addressed: _addressed, ...shown } = extra ?? {};
  if (code !== 'out_of_stock' || !Array.isArray(shown['products'])) return shown;
  const products = (shown['products'] as { name?: Localized<string> }[]).map(({ name, ...product }) => ({
    ...product,
    ...(name && { name: name[language] }),
  }));
  return { ...shown, products };
}

/** `application/problem+json` if the client's `Accept` lists it. Otherwise `application/json`, as in Laravel. */
export function problemContentType(accept: string | undefined): string {
  const named = /(?:^|,)\s*application\/problem\+json\s*(?:;\s*q=(?<quality>[\d.]+))?/i.exec(accept ?? '');
  if (!named || Number(named.groups?.['quality'] ?? 1) === 0) return 'application/json; charset=utf-8';
  return 'application/problem+json; charset=utf-8';
}

/** Worded like Laravel. A path with GET also has HEAD, and a path with PUT also has PATCH. */
export function methodNotAllowed(method: string, path: string, allowed: readonly string[]): Problem {
  const others: Readonly<Record<string, string>> = { GET: 'GET, HEAD', PUT: 'PUT, PATCH' };
  const methods = allowed.map((one) => others[one] ?? one).join(', ');
  return new Problem('method_not_allowed', {
    ...detail('method_not_supported', { method, route: routeName(path), methods }),
    headers: { Allow: methods },
  });
}

export function routeNotFound(path: string): Problem {
  return new Problem('not_found', detail('route_not_found', { route: routeName(path) }));
}

function routeName(path: string): string {
  return path.replace(/^\/(?=.)/, '');
}

/** `errors` has the messages, as in Laravel. `rules` has the broken rules, for clients that write their own messages. */
function membersOfFields(fields: readonly FieldError[], language: Language) {
  const byField = Object.fromEntries(Map.groupBy(fields, ({ field }) => field));
  return {
    errors: mapValues(byField, (errors) => errors.map((one) => fieldMessage(one, language))),
    rules: mapValues(byField, (errors) => errors.map(({ rule, params }) => ({ ...params, rule }))),
  };
}
