import type { ChangeLine } from '../parts/timeline-changes.ts';
import { useFieldName } from '../parts/use-change-text.ts';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';

/** Returns a function that names a changed field. `names`: the names of the order's lines, by line id. */
export function useOrderField(names?: ReadonlyMap<number, string>): (line: ChangeLine) => string {
  const t = useTexts(orderTexts);
  const nameOf = useFieldName(names);
  return (line) => (line.field === 'address_id' ? t('deliveryAddress') : nameOf(line));
}
