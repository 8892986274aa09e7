import type { ReactNode } from 'react';
import { Money } from './values.tsx';
import './receipt.css';

interface ReceiptRowProps {
  /** The name of the figure, with which the stylesheet highlights a total. */
  name: string;
  label: ReactNode;
  amount: number;
}

/** An amount with its name, in a `<dl>` inside an element of the class `order-receipt`. */
export function ReceiptRow({ name, label, amount }: ReceiptRowProps) {
  return (
    <div data-field={name}>
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}
