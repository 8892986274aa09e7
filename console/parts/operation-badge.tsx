import type { OperationRecord } from '../data/use-operation.ts';
import { useTexts } from '../texts/language.tsx';
import { Badge, type Tone } from './badge.tsx';
import { operationTexts } from './operation-texts.ts';

const tones: Readonly<Record<OperationRecord['status'], Tone>> = {
  queued: 'blue',
  running: 'blue',
  succeeded: 'green',
  partly_succeeded: 'amber',
  parked: 'amber',
  unknown: 'amber',
  cancelled: 'grey',
  failed: 'red',
};

export function OperationBadge({ status }: Pick<OperationRecord, 'status'>) {
  const t = useTexts(operationTexts);
  return <Badge tone={tones[status]}>{t(status)}</Badge>;
}
