import { commandTypes } from '../data/generated/types.ts';
import type { OperationRecord } from '../data/use-operation.ts';
import { useTexts } from '../texts/language.tsx';
import { actionTexts, operationTexts, recordTexts, resourceTexts } from './operation-texts.ts';

/** The operation types that the filter of the list offers. */
export const operationTypes: readonly string[] = Object.keys(resourceTexts).flatMap((resource) =>
  commandTypes.filter((type) => type.startsWith(`${resource}.`)),
);

/** "Order changed" for the operation type `orders.update`. A type that the console does not know is shown unchanged. */
export function useOperationType(): (type: string) => string {
  const resource = useTexts(resourceTexts);
  const record = useTexts(recordTexts);
  const action = useTexts(actionTexts);
  return (type) => {
    const [what = '', done = ''] = type.split('.');
    if (!isKeyOf(resourceTexts, what) || !isKeyOf(actionTexts, done)) return type;
    const isOne = !done.startsWith('bulk-') && isKeyOf(recordTexts, what);
    return action(done, { record: isOne ? record(what) : resource(what) });
  };
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

function isKeyOf<T extends object>(texts: T, key: string): key is keyof T & string {
  return Object.hasOwn(texts, key);
}
