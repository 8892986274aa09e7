import type { ReactNode } from 'react';
import { useFormat } from '../format/use-format.ts';
import type { MomentStyle } from '../format/shop-format.ts';

/** `<bdi>` isolates the amount from the text direction around it. */
export function Money({ amount }: { amount: number }) {
  const { money } = useFormat();
  return <bdi className="figure">{money(amount)}</bdi>;
}

/** A time in the shop's time zone. */
export function Moment({ at, style = 'short' }: { at: string; style?: MomentStyle }) {
  const { moment } = useFormat();
  return (
    <time className="figure" dateTime={at} title={moment(at)}>
      <bdi>{moment(at, style)}</bdi>
    </time>
  );
}

/** A name or an address. It has its own text direction. */
export function Name({ children }: { children: ReactNode }) {
  return <bdi className="name">{children}</bdi>;
}

/** An order number or a phone number, written left to right in every language. */
export function Code({ children }: { children: ReactNode }) {
  return (
    <bdi dir="ltr" className="figure">
      {children}
    </bdi>
  );
}
