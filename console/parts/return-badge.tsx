import type { ReturnStatus } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { Badge, type Tone } from './badge.tsx';
import { returnStateTexts } from './return-texts.ts';

const tones: Readonly<Record<ReturnStatus, Tone>> = {
  requested: 'amber',
  approved: 'blue',
  received: 'violet',
  closed: 'green',
  refused: 'red',
  withdrawn: 'grey',
};

export function ReturnBadge({ state }: { state: ReturnStatus }) {
  const t = useTexts(returnStateTexts);
  return <Badge tone={tones[state]}>{t(`return_${state}`)}</Badge>;
}
