import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { NotFound } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { useWrite } from '../data/use-write.ts';
import { BackLink } from '../parts/back-link.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { NotLoaded } from '../parts/not-loaded.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { useTexts } from '../texts/language.tsx';
import { kindOf, type CatalogueKind } from './kinds.ts';
import type { CatalogueRecord } from './catalogue-record.ts';
import { NewRecord } from './new-record.tsx';
import { RecordForm } from './record-form.tsx';
import { StockCard } from './stock-card.tsx';
import { catalogueTexts } from './texts.ts';
import { UnknownRecord } from './unknown-record.tsx';
import { useFieldLabels } from './use-field-labels.ts';

/** The page of one product or subscription, or the form of a new one. */
export default function RecordPage() {
  const parameters = useParams();
  const kind = kindOf(parameters['kind']);
  const name = parameters['record'] ?? '';
  if (kind !== undefined && name === 'new') return <NewRecord key={kind.name} kind={kind} />;
  const id = Number(name);
  if (kind === undefined || !Number.isSafeInteger(id) || id < 1) return <UnknownRecord kind={kind} />;
  return <KnownRecord key={`${kind.name} ${id}`} kind={kind} id={id} />;
}

function KnownRecord({ kind, id }: { kind: CatalogueKind; id: number }) {
  const t = useTexts(catalogueTexts);
  const { record, etag, problem, refresh } = useRecord([kind.name, id], (client, options) =>
    kind.read(client, id, options),
  );
  const mayWrite = useMayWrite();
  if (problem instanceof NotFound) return <UnknownRecord kind={kind} />;
  if (record === undefined) return <NotLoaded problem={problem} refresh={refresh} />;
  return (
    <Stack>
      <BackLink href={`/catalogue/${kind.name}`}>{t(kind.name)}</BackLink>
      <PageTitle title={record.name}>
        {mayWrite && <DeleteButton kind={kind} record={record} etag={etag} />}
      </PageTitle>
      <RecordForm kind={kind} record={record} etag={etag} refresh={refresh} />
      {kind.isStocked && <StockCard product={id} />}
      <Timeline kind={kind.name} id={id} />
      {kind.isStocked && <Timeline kind="inventory" id={id} />}
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
  const [, go] = useLocation();
  const [asked, ask] = useState<{ over: string | undefined } | null>(null);
  const remove = useWrite((client, id: number, headers) => kind.remove(client, id, headers), {
    touches: [[kind.name, 'list']],
    done: () => go(`/catalogue/${kind.name}`),
  });
  const run = (over: string | undefined) => void remove.run(record.id, { etag: over });
  return (
    <>
      <Button variant="outline" color="red" onClick={() => ask({ over: etag })}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        opened={asked !== null}
        close={() => ask(null)}
        title={t('deleteOne', { name: record.name })}
        verb={t('delete')}
        // Deletes only the version that was shown when the question opened, because the user may not have seen later changes.
        confirm={() => run(remove.conflict?.etag ?? asked?.over)}
        isPending={remove.isPending}
        isDangerous
        problem={remove.problem}
      >
        <Stack>
          {t(kind.isStocked ? 'deleteProductMore' : 'deleteSubscriptionMore')}
          <ConflictAlert
            conflict={remove.conflict}
            mine={t('deleteOne', { name: record.name })}
            nameField={(field) => labels[field] ?? field}
          >
            {t('deleteAnyway')}
          </ConflictAlert>
        </Stack>
      </ConfirmDialog>
    </>
  );
}
