import { useEffect, useRef, type RefObject } from 'react';

/** When `isAway` turns false, the element of the returned ref receives the focus again, unless another element has it. */
export function useFocusBack<Focused extends HTMLElement>(isAway: boolean): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  const wasAway = useRef(isAway);
  useEffect(() => {
    if (wasAway.current && !isAway && document.activeElement === document.body) element.current?.focus();
    wasAway.current = isAway;
  }, [isAway]);
  return element;
}
