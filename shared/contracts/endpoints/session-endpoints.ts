import { local } from '../kit/define.ts';
import { field, object, type Field } from '../kit/fields.ts';

/** Any text that is not empty. The handlers compare codes and subjects with known values, so no other rule is needed. */
const anyText: Field<string> = field<string>({
  schema: { type: 'string' },
  read: (value) => (typeof value === 'string' && value !== '' ? { value } : { rule: 'string' }),
}).required();

/** Endpoints that the console's page calls with its session cookie. The OpenAPI document leaves them out. */
const ofConsole = {
  tag: null,
  scope: null,
  summary: 'The sessions of the console',
  description: 'Only for the console.',
  responses: {},
} as const;

export const sessionLocals = {
  'session.read': local('get', '/console/session', ofConsole),
  'session.end': local('delete', '/console/session', ofConsole),
  'sessions.list': local('get', '/console/sessions', { ...ofConsole, scope: 'admin:read' }),
  'sessions.end': local('delete', '/console/sessions', {
    ...ofConsole,
    scope: 'admin:read',
    query: object({ subject: anyText }),
  }),
  'session.begin': local('post', '/console/sign-in', {
    ...ofConsole,
    besidePage: true,
    body: object({ code: anyText }),
  }),
};
