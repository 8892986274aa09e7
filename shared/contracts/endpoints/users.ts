import { read, write } from '../schema-kit/define.ts';
import { nullable, object, required, sometimes } from '../schema-kit/fields.ts';
import { email, text } from '../schema-kit/field-kinds.ts';
import { dateFilter, idsFilter } from '../schema-kit/filter-kinds.ts';
import { listOf } from '../schema-kit/list-query.ts';
import { idSchema, objectOf, orNull, textSchema, times } from '../schema-kit/resource-schema.ts';
import { timelineOf } from './timeline.ts';

export const userSchema = objectOf({
  id: idSchema,
  name: textSchema,
  email: textSchema,
  phone: orNull(textSchema),
  ...times,
});

const name = () => text({ min: 2, max: 255 });
const phone = () => text({ max: 32 });

export const userReads = {
  'users.list': read({
    path: '/api/admin/users',
    summary: 'List users',
    description: 'The people that orders, addresses and client tokens belong to.',
    scope: 'admin:read',
    list: listOf({
      filters: {
        name: text({ max: 255 }),
        email: text({ max: 255 }),
        phone: text({ max: 32 }),
        created_at: dateFilter(),
        id: idsFilter(),
      },
      searchable: ['name', 'email', 'phone', 'created_at'],
    }),
    answers: userSchema,
  }),
  'users.read': read({
    path: '/api/admin/users/:user',
    summary: 'Read a user',
    description: 'With e-mail address and phone.',
    scope: 'admin:read',
    answers: userSchema,
  }),
  'users.timeline': timelineOf('/api/admin/users/:user/timeline', 'a user'),
};

export const userWrites = {
  'users.create': write({
    method: 'post',
    path: '/api/admin/users',
    summary: 'Create a user',
    description: 'The e-mail address is unique, whatever its case.',
    scope: 'admin',
    body: object({ name: required(name()), email: required(email()), phone: nullable(phone()) }),
    status: 201,
    answers: userSchema,
    example: { name: 'Layla Haddad', email: 'layla@example.com', phone: '+962 7 9000 0000' },
  }),
  'users.update': write({
    method: 'put',
    path: '/api/admin/users/:user',
    summary: 'Change a user',
    description: 'Send what changes; `phone` may be null.',
    scope: 'admin',
    body: object({ name: sometimes(name()), email: sometimes(email()), phone: nullable(phone()) }),
    status: 200,
    answers: userSchema,
    example: { phone: null },
  }),
  'users.delete': write({
    method: 'delete',
    path: '/api/admin/users/:user',
    summary: 'Delete a user',
    description: 'Their orders stay as they are.',
    scope: 'admin',
    body: object({}),
    status: 204,
    answers: null,
    example: {},
  }),
};
