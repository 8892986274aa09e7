import type { ReactNode } from 'react';

/** Shows names with their values. Leaves out pairs without a value. */
export function Pairs({ pairs }: { pairs: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="order-pairs">
      {pairs.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <Pair key={name} name={name}>
            {value}
          </Pair>
        ),
      )}
    </dl>
  );
}

function Pair({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
