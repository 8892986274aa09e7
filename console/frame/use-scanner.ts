import { useEffect } from 'react';
import { useOpenByNumber } from '../data/use-open-by-number.ts';
import { scannedCharacter } from '../parts/pressed-key.ts';
import { isDialogOpen, isTypedInto } from '../parts/shortcuts.tsx';

/** The longest gap between two keys of a scanner that acts as a keyboard. People type with longer gaps. */
const longestGapMs = 50;
const shortestNumber = 4;

/** Opens the order whose barcode is scanned, unless the user is typing in a field. A scan in a dialog does nothing. */
export function useScanner(): void {
  const open = useOpenByNumber();
  useEffect(() => {
    let scanned = '';
    // Whether the scanned keys include a digit or a capital letter. No shortcut is one of these, so such fast keys come from a
    // scanner.
    let isNumber = false;
    let lastAt = -Infinity;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return;
      const isFast = event.timeStamp - lastAt <= longestGapMs;
      // Withholds keys that the page would handle itself, such as Enter or space on a button, or `/` for the
      // search.
      const withhold = () => {
        event.preventDefault();
        event.stopPropagation();
      };
      if (event.key === 'Enter') {
        if (isFast && isNumber && scanned.length >= shortestNumber) {
          withhold();
          const search = new URLSearchParams({ search: scanned }).toString();
          if (!isDialogOpen()) void open(scanned, `/orders?${search}`);
        }
        scanned = '';
        return;
      }
      const character = scannedCharacter(event);
      if (character === '') return;
      if (isFast && isNumber) withhold();
      scanned = (isFast ? scanned : '') + character;
      // Under an Arabic layout, `scannedCharacter` returns each letter as a capital. So a capital counts only with Shift, which
      // scanners press for capitals.
      const isOfNumber = /[\dA-Z]/.test(event.shiftKey ? character : event.key) || /\d/.test(character);
      isNumber = isOfNumber || (isFast && isNumber);
      lastAt = event.timeStamp;
    };
    addEventListener('keydown', listen, { capture: true });
    return () => removeEventListener('keydown', listen, { capture: true });
  }, [open]);
}
