import type { OrderStatus } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { Badge, type Tone } from './badge.tsx';
import { partTexts } from './texts.ts';

const tones: Readonly<Record<OrderStatus, Tone>> = {
  pending: 'amber',
  confirmed: 'blue',
  preparing: 'violet',
  shipped: 'cyan',
  delivered: 'green',
  rejected: 'red',
  cancelled: 'grey',
  returned: 'amber',
};

export function StateBadge({ state }: { state: OrderStatus }) {
  const t = useTexts(partTexts);
  return <Badge tone={tones[state]}>{t(state)}</Badge>;
}
