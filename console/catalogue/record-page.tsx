import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link, useParams, useSearch } from 'wouter';
import { NotFound } from '#clients/typescript/src/main.ts';
import { isId } from '../data/is-id.ts';
import { useMayWrite } from '../data/session.tsx';
import { useGo } from '../data/use-go.ts';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { Columns } from '../parts/columns.tsx';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { kindOf, type CatalogueKind } from './kinds.ts';
import type { CatalogueRecord } from './record-draft.ts';
import { NewRecord, RecordForm, useFieldLabels } from './record-forms.tsx';
import { StockCard } from './stock-card.tsx';
import { catalogueTexts } from './texts.ts';
import { UnknownRecord } from './unknown-record.tsx';

export default function RecordPage() {
  const parameters = useParams();
  const kind = kindOf(parameters['kind']);
  const name = parameters['record'] ?? '';
  const copied = new URLSearchParams(useSearch()).get('copy');
  if (kind !== undefined && name === 'new') {
    if (copied !== null) return <Copy key={`${kind.name} ${copied}`} kind={kind} id={Number(copied)} />;
    return <NewRecord key={kind.name} kind={kind} />;
  }
  const id = Number(name);
  if (kind === undefined || !isId(id)) return <UnknownRecord kind={kind} />;
  return <KnownRecord key={`${kind.name} ${id}`} kind={kind} id={id} />;
}

function Copy({ kind, id }: { kind: CatalogueKind; id: number }) {
  const read = useRecord([kind.name, id], (options) => kind.read(id, options));
  if (read.problem instanceof NotFound) return <UnknownRecord kind={kind} />;
  if (read.record === undefined) return <LoadState of={read} />;
  return <NewRecord kind={kind} of={read.record} />;
}

function KnownRecord({ kind, id }: { kind: CatalogueKind; id: number }) {
  const t = useTexts(catalogueTexts);
  const read = useRecord([kind.name, id], (options) => kind.read(id, options), { isPolled: true });
  const { record, etag } = read;
  const mayWrite = useMayWrite();
  if (read.problem instanceof NotFound) return <UnknownRecord kind={kind} />;
  if (record === undefined) return <LoadState of={read} />;
  const form = <RecordForm kind={kind} record={record} etag={etag} />;
  const history = <Timeline kind={kind.name} id={id} />;
  return (
    <Stack>
      <PageTitle title={record.name} back={{ href: `/catalogue/${kind.name}`, label: t(kind.name) }}>
        {mayWrite && (
          <Button component={Link} href={`/catalogue/${kind.name}/new?copy=${id}`} variant="default">
            {t('duplicate')}
          </Button>
        )}
        {mayWrite && <DeleteButton kind={kind} record={record} etag={etag} />}
      </PageTitle>
      {kind.isStocked ? (
        <Columns
          main={form}
          side={
            <>
              <StockCard product={id} />
              <Timeline kind="inventory" id={id} />
            </>
          }
          after={history}
        />
      ) : (
        <Columns main={form} side={history} />
      )}
    </Stack>
  );
}

interface DeleteButtonProps {
  kind: CatalogueKind;
  record: CatalogueRecord;
  etag: string | undefined;
}

function DeleteButton({ kind, record, etag }: DeleteButtonProps) {
  const t = useTexts(catalogueTexts);
  const labels = useFieldLabels();
  const go = useGo();
  const [over, setOver] = useState(etag);
  const remove = useWrite((id: number, options) => kind.remove(id, options), {
    touches: [[kind.name, 'list']],
    done: () => go(`/catalogue/${kind.name}`),
    failedUnseen: useUnseenFailure(t('deleteOf', { name: record.name })),
  });
  return (
    <ConfirmButton
      title={t('deleteOne', { name: record.name })}
      verb={t('delete')}
      // Remember the version that the dialog shows, and delete only this version. The user may not have seen later changes.
      asked={() => setOver(etag)}
      confirm={() => remove.run(record.id, { etag: remove.conflict?.etag ?? over })}
      write={remove}
      isDangerous
    >
      <Stack>
        {t(kind.isStocked ? 'deleteProductMore' : 'deleteSubscriptionMore')}
        <ConflictAlert
          conflict={remove.conflict}
          mine={t('deleteOne', { name: record.name })}
          nameField={(field) => labels[field]}
        >
          {t('deleteAnyway')}
        </ConflictAlert>
      </Stack>
    </ConfirmButton>
  );
}
