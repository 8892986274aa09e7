import type { PaymentStatus } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { Badge, type Tone } from './badge.tsx';
import { partTexts } from './texts.ts';

const tones: Readonly<Record<PaymentStatus, Tone>> = {
  unpaid: 'amber',
  authorised: 'blue',
  part_paid: 'amber',
  paid: 'green',
  overpaid: 'violet',
  part_refunded: 'grey',
  refunded: 'grey',
};

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const t = useTexts(partTexts);
  return <Badge tone={tones[status]}>{t(`payment_${status}`)}</Badge>;
}
