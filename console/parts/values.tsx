import type { ReactNode } from 'react';
import { useFormat } from '../format/use-format.ts';
import type { MomentStyle } from '../format/shop-format.ts';

/** `<bdi>` isolates the amount from the text direction around it. */
export function Money({ amount }: { amount: number }) {
  const { money } = useFormat();
  return <bdi className="figure">{money(amount)}</bdi>;
}

export function Moment({ at, style = 'short' }: { at: string; style?: MomentStyle }) {
  const { moment } = useFormat();
  return (
    <time className="figure" dateTime={at} title={moment(at)}>
      <bdi>{moment(at, style)}</bdi>
    </time>
  );
}

/** For a name or an address, which has its own text direction. */
export function Name({ children }: { children: ReactNode }) {
  return <bdi className="name">{children}</bdi>;
}

/** For an order number or a phone number, which is written left to right in every language. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="figure">
      {children}
    </bdi>
  );
}
