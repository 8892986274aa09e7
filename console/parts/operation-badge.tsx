import type { OperationRecord } from '../data/operation-record.ts';
import { useTexts } from '../texts/language.tsx';
import { operationTexts } from './operation-texts.ts';
import './operation-badge.css';

/** How an operation stands: its own colour, and always its word. */
export function OperationBadge({ status }: Pick<OperationRecord, 'status'>) {
  const t = useTexts(operationTexts);
  return (
    <span className="operation-badge" data-status={status}>
      {t(status)}
    </span>
  );
}
