import type { Order } from '#clients/typescript/src/main.ts';
import { Both, InBoth } from './both.tsx';
import type { Paper } from './paper.ts';
import { pickLines } from './pick-lines.ts';
import { slipTexts } from './texts.ts';

/** One sheet for all chosen orders. So a packer walks along the shelves only once. */
export function PickList({ orders, paper }: { orders: readonly Order[]; paper: Paper }) {
  const lines = pickLines(orders);
  return (
    <article className="sheet" data-paper={paper} data-order={0}>
      <header className="sheet-head">
        <strong className="sheet-shop-name">
          <Both text={slipTexts.pick} />
        </strong>
      </header>
      <table className="sheet-lines">
        <thead>
          <tr>
            {[slipTexts.product, slipTexts.orders].map((head, index) => (
              <th key={index} scope="col">
                <Both text={head} />
              </th>
            ))}
            <th scope="col" className="sheet-figure">
              <Both text={slipTexts.quantity} />
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ product, units, orders: of }) => (
            <tr key={product.id}>
              <td>
                <InBoth en={product.en.name} ar={product.ar.name} />
              </td>
              <td>
                {of.map(({ number, units: share }) => (
                  <bdi key={number} dir="ltr" className="sheet-share">
                    {`${number} × ${share}`}
                  </bdi>
                ))}
              </td>
              <td className="sheet-figure">{units}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
}
