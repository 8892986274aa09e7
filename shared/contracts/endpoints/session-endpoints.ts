import { local } from '../schema-kit/define.ts';
import { field, object, type Field } from '../schema-kit/fields.ts';

/** Codes and subjects are compared with values from elsewhere, so no other rules apply to them. */
const anyText: Field<string> = field<string>({
  schema: { type: 'string' },
  read: (value) => (typeof value === 'string' && value !== '' ? { value } : { rule: 'string' }),
}).required();

/** The console's page calls these with its session cookie, so the OpenAPI document leaves them out. */
const ofConsole = { tag: null, description: 'For the console alone.' } as const;
const answered = { 200: { description: 'OK' } };

export const sessionLocals = {
  'session.read': local({
    ...ofConsole,
    method: 'get',
    path: '/console/session',
    summary: 'Read the session of this browser, and the shop’s currency and time zone',
    scope: null,
    responses: answered,
  }),
  'session.end': local({
    ...ofConsole,
    method: 'delete',
    path: '/console/session',
    summary: 'Sign out of this browser',
    scope: null,
    responses: answered,
  }),
  'sessions.list': local({
    ...ofConsole,
    method: 'get',
    path: '/console/sessions',
    summary: 'List the sessions of all staff, or without the scope admin only one’s own',
    scope: 'admin:read',
    responses: answered,
  }),
  'sessions.end': local({
    ...ofConsole,
    method: 'delete',
    path: '/console/sessions',
    summary: 'End all sessions of one person',
    scope: 'admin:read',
    query: object({ subject: anyText }),
    responses: answered,
  }),
  'session.begin': local({
    ...ofConsole,
    method: 'post',
    path: '/console/sign-in',
    summary: 'Sign in by the code of a link',
    scope: null,
    besidePage: true,
    body: object({ code: anyText }),
    responses: { 204: { description: 'Signed in.' } },
  }),
};
