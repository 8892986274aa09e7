import type { ReactNode } from 'react';

/** Leaves out pairs without a value. */
export function Pairs({
  pairs,
}: {
  pairs: readonly (readonly [name: string, value: ReactNode, isFigure?: boolean])[];
}) {
  return (
    <dl className="order-pairs">
      {pairs.map(([name, value, isFigure = false]) =>
        value === null || value === undefined || value === '' ? null : (
          <Pair key={name} name={name} isFigure={isFigure}>
            {value}
          </Pair>
        ),
      )}
    </dl>
  );
}

function Pair({ name, isFigure, children }: { name: string; isFigure: boolean; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd data-figure={isFigure}>{children}</dd>
    </>
  );
}
