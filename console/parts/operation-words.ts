import { commandTypes } from '../data/generated/types.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { useLanguage, useTexts } from '../texts/language.tsx';
import { operationTexts, operationType, resourceTexts } from './operation-texts.ts';

/** The operation types that the filter of the list offers. */
export const operationTypes: readonly string[] = Object.keys(resourceTexts).flatMap((resource) =>
  commandTypes.filter((type) => type.startsWith(`${resource}.`)),
);

/** As `operationType`, in the language of the page. */
export function useOperationType(): (type: string) => string {
  const { language } = useLanguage();
  return (type) => operationType(type, language);
}

type Titled = Pick<OperationRecord, 'type' | 'progress' | 'dry_run'>;

/** The title of an operation, such as "Preview: Orders changed (12)". */
export function useOperationTitle(): (operation: Titled) => string {
  const t = useTexts(operationTexts);
  const typeOf = useOperationType();
  return ({ type, progress: { total }, dry_run: isPreview = false }) => {
    const title = total > 1 ? t('ofMany', { title: typeOf(type), count: total }) : typeOf(type);
    return isPreview ? t('preview', { title }) : title;
  };
}
