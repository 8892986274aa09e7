import { useRecordForm } from '../data/use-record-form.ts';
import { useFormat } from '../format/use-format.ts';
import { RecordFields } from '../parts/record-fields.tsx';
import type { CatalogueRecord } from './catalogue-record.ts';
import type { CatalogueKind } from './kinds.ts';
import { changeBody, draftOf } from './record-draft.ts';
import { CatalogueFields } from './record-fields.tsx';
import { useFieldLabels } from './use-field-labels.ts';

interface RecordFormProps {
  kind: CatalogueKind;
  record: CatalogueRecord;
  etag: string | undefined;
  refresh: () => Promise<unknown>;
}

export function RecordForm({ kind, record, etag, refresh }: RecordFormProps) {
  const { plainMoney } = useFormat();
  const labels = useFieldLabels();
  const current = draftOf(record, plainMoney);
  const form = useRecordForm({
    name: 'record',
    current,
    etag,
    refresh,
    send: (client, changes, headers) => kind.update(client, record.id, changeBody(changes), headers),
    touches: [[kind.name]],
  });
  return (
    <RecordFields form={form} current={current} labels={labels}>
      <CatalogueFields kind={kind} form={form} />
    </RecordFields>
  );
}
