import { Fragment, type ReactNode } from 'react';

/** Shows names with their values. Leaves out pairs without a value. */
export function Pairs({ pairs }: { pairs: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="order-pairs">
      {pairs.map(([name, value]) =>
        value === null || value === undefined || value === '' ? null : (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ),
      )}
    </dl>
  );
}
