import { local } from '../kit/define.ts';
import { field, object, type Field } from '../kit/fields.ts';

/** Codes and subjects are compared with values from elsewhere, so no other rules apply to them. */
const anyText: Field<string> = field<string>({
  schema: { type: 'string' },
  read: (value) => (typeof value === 'string' && value !== '' ? { value } : { rule: 'string' }),
}).required();

/** The console's page calls these with its session cookie, so the OpenAPI document leaves them out. */
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
