import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';

/** The texts for the reasons that the store itself writes. */
const ownReasons = new Map<string, 'undo' | 'withOrder'>([
  ['undo', 'undo'],
  ['order_returned', 'withOrder'],
]);

/** Returns a function for the text of a reason in a history: as typed, or translated if the store itself wrote it. */
export function useReason(): (reason: string) => string {
  const t = useTexts(partTexts);
  return (reason) => {
    const own = ownReasons.get(reason);
    return own === undefined ? reason : t(own);
  };
}
