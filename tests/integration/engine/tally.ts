import { Schema, type Model } from 'mongoose';
import { post, type CommandsOf } from '#shared/contracts/kit/define.ts';
import { integer } from '#shared/contracts/kit/field-kinds.ts';
import { object, required } from '#shared/contracts/kit/fields.ts';
import { checksFirst, errorsOr, type Handlers, type VersionedRecord } from '#shared/engine/decide/handler.ts';
import type { EngineNeeds, EngineTables } from '#shared/engine/decide/resource.ts';
import { defineService, type Shape } from '#shared/engine/service/define-service.ts';

type Records = Record<'tallies', VersionedRecord & Record<'_id' | 'count', number>>;
type Needs = EngineNeeds & Partial<Record<'tallies', number[]>>;
export interface Tally extends Shape {
  name: 'tally';
  records: Records;
  tables: Records & EngineTables;
  needs: Needs;
  models: Record<'tallies', Model<Records['tallies']>>;
}

const writes = {
  'tallies.count': post('/api/admin/tallies/:tally', {
    summary: 'Count',
    description: 'Adds to a tally.',
    body: object({ by: required(integer({ min: -100, max: 100 })) }),
    example: { by: 1 },
  }),
};

const handlers: Handlers<Tally['tables'], Needs, CommandsOf<typeof writes>> = {
  'tallies.count': checksFirst({
    needs: ({ params }) => ({ tallies: [params.tally] }),
    check: ({ tallies }, { params: { tally: _id }, body: { by = 0 } }) => {
      const before = tallies.get(_id) ?? { _id, version: 0, count: 0 };
      return errorsOr(before.count + by < 0 ? [{ field: 'by', rule: 'min' }] : [], before);
    },
    decide: ({ _id, version, count }, { body: { by } }) => {
      const after = { _id, version: version + 1, count: count + by };
      return {
        answer: { status: 200, version: after.version, data: { id: _id, count: after.count } },
        changes: [{ table: 'tallies', put: after }],
        events: [{ type: 'tally.tally.counted.v1', subject: `tallies/${_id}`, data: after }],
      };
    },
  }),
};

const schema = new Schema({ _id: Number, version: Number, count: Number }, { versionKey: false });
export const tally = defineService<Tally>({
  name: 'tally',
  resources: { tallies: { tracked: {} } },
  models: (database) => ({ tallies: database.model<Records['tallies']>('Tally', schema, 'tallies') }),
  addressed: ({ params }) => ({ collection: 'tallies', id: params['tally'] ?? 0 }),
  data: { service: 'tally', floor: 1, floorWork: [], readsFrom: 1, migrations: [], formerIndexes: [] },
  reads: {},
  writes,
  handlers: () => handlers,
  lists: () => ({}),
});
