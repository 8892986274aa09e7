import type { ReactNode } from 'react';
import { useNow } from '../data/use-now.ts';
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

const longAgoMs = 24 * 3_600_000;

/** Shows "12 min. ago" for the first 24 hours, and then the date and time. */
export function Ago({ at }: { at: string }) {
  const { moment, shortAgo } = useFormat();
  const now = useNow(30_000);
  const isLongAgo = now.getTime() - Date.parse(at) > longAgoMs;
  return (
    <time className="figure" dateTime={at} title={moment(at)}>
      <bdi>{isLongAgo ? moment(at, 'short') : shortAgo(at, now)}</bdi>
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
