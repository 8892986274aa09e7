import type { KnownOperation } from '#shared/engine/commands/operation-routes.ts';
import type { InboxRecord } from '#shared/engine/decide/outcome.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { OperationResource } from './operation-resource.ts';

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

/** Adds the fields that only admins see: `owner`, and for a parked operation `note`, which contains the reason. */
export function asAdminsSee(
  operation: OperationResource,
  of: { record: Pick<InboxRecord, 'outcome'> | null; owner: string; language: Language },
): OperationResource {
  const { record, owner, language } = of;
  const shown = { ...operation, owner };
  if (operation.status !== 'parked' || !record || !('problem' in record.outcome)) return shown;
  const { detail = record.outcome.problem.code } = record.outcome.problem;
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
