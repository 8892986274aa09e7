import type { OrderStatus } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { partTexts } from './texts.ts';
import './state-badge.css';

/** An order's state: its own colour, and always its word. */
export function StateBadge({ state }: { state: OrderStatus }) {
  const t = useTexts(partTexts);
  return (
    <span className="state-badge" data-state={state}>
      {t(state)}
    </span>
  );
}
