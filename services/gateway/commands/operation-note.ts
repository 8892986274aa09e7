import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { OperationIdKeys } from '#shared/platform/process/internal-secrets.ts';
import { namingFirst, operationId, type OperationRef } from './operation-id.ts';
import { operationResource, type OperationResource } from './operation-resource.ts';
import { recordsOf, type QueuedRecords } from './queued-records.ts';

export const operationNotes = {
  noWorker: {
    en: 'No worker is alive: the operation waits until one is.',
    ar: 'لا يعمل أي معالج حاليًا: تنتظر العملية حتى يعمل أحدها.',
  },
  unseen: {
    en: 'No queue and no worker knows this operation. Retry the request with the same Idempotency-Key: it is done once, even if the first one arrives after all. Without a key, cancel the operation before you send it again.',
    ar: 'لا توجد هذه العملية في أي طابور ولا لدى أي معالج. أعد إرسال الطلب بنفس Idempotency-Key: سيُنفَّذ مرة واحدة حتى لو وصل الطلب الأول لاحقًا. وإن لم يكن له مفتاح فألغِ العملية قبل إرساله من جديد.',
  },
  parked: {
    en: 'It could not be done. An administrator has to try it again or to discard it: :reason',
    ar: 'تعذّر تنفيذها، وتنتظر من يعيد محاولتها أو يتخلّى عنها: :reason',
  },
} satisfies Record<string, Record<Language, string>>;

/**
 * The operation as its owner sees it. Admins also see `owner`, and for a parked operation `note`, which contains the reason.
 * `known`: what the service knows about the command.
 */
export async function shownOperation(
  reference: OperationRef,
  known: Pick<KnownOperation, 'record' | 'bulk'>,
  { language, isAdmin }: { language: Language; isAdmin: boolean },
  { keys, queuedRecords }: { keys: OperationIdKeys; queuedRecords: Pick<QueuedRecords, 'find'> },
): Promise<OperationResource> {
  const { service, owner } = reference;
  const records = await recordsOf(queuedRecords, reference, known);
  const record = namingFirst(known.record, service, keys);
  const id = operationId(reference, keys);
  const operation = operationResource(id, { ...reference, records }, { ...known, record }, language);
  if (!isAdmin) return operation;
  const shown = { ...operation, owner };
  if (operation.status !== 'parked' || !record || !('problem' in record.outcome)) return shown;
  const { code, detail = code } = record.outcome.problem;
  return { ...shown, note: operationNotes.parked[language].replace(':reason', () => detail) };
}

/** A worker must receive a command within this many ms of its acceptance, unless earlier commands still wait in the queue. */
const unseenAfterMs = 60_000;

/** Whether a command is lost: no worker has seen it, although workers have received later ones. */
export function isUnseen(acceptedAt: string, known: KnownOperation, now: number): boolean {
  const { record, bulk, isWorkerAlive, takenUpTo } = known;
  if (record || bulk || !isWorkerAlive || takenUpTo === null) return false;
  return Date.parse(acceptedAt) + unseenAfterMs < Math.min(now, Date.parse(takenUpTo));
}
