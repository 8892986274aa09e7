import type { ReactNode } from 'react';
import type { Order, ShopSettings } from '#clients/typescript/src/main.ts';
import { paymentMethods } from '../parts/order-words.ts';
import { partTexts } from '../parts/texts.ts';
import type { Text } from '../texts/define-texts.ts';
import { Both, InBoth } from './both.tsx';
import { code128, scannable } from './code128.ts';
import { printableMm, type Paper, type SlipKind } from './paper.ts';
import type { SlipFormat } from './slip-format.ts';
import { SlipLines, SlipTotals } from './slip-lines.tsx';
import { slipTexts } from './texts.ts';

interface SlipProps {
  order: Order;
  /** The phone number of the delivery address, or else of the customer. */
  phone: string | undefined;
  shop: ShopSettings;
  paper: Paper;
  kind: SlipKind;
  format: SlipFormat;
}

export function Slip({ order, phone, shop, paper, kind, format }: SlipProps) {
  return (
    <article className="sheet" data-paper={paper} data-order={order.id} aria-label={order.order_number}>
      <header className="sheet-head">
        <ShopHead shop={shop} />
        <div className="sheet-number">
          <strong>
            <Both text={slipTexts[kind]} />
          </strong>
          <Barcode text={scannable(order.order_number)} paper={paper} />
          <bdi dir="ltr" className="sheet-order-number">
            {order.order_number}
          </bdi>
        </div>
      </header>
      <SlipFacts order={order} phone={phone} format={format} />
      <SlipLines order={order} kind={kind} paper={paper} format={format} />
      <SlipTotals order={order} kind={kind} format={format} />
      {order.notes !== null && (
        <p className="sheet-notes">
          <Both text={slipTexts.notes} />: <bdi>{order.notes}</bdi>
        </p>
      )}
      <footer className="sheet-foot">
        <InBoth en={shop.en.footer} ar={shop.ar.footer} />
      </footer>
    </article>
  );
}

function ShopHead({ shop }: { shop: ShopSettings }) {
  return (
    <div className="sheet-shop">
      <strong className="sheet-shop-name">
        <InBoth en={shop.en.name} ar={shop.ar.name} />
      </strong>
      <InBoth en={shop.en.address} ar={shop.ar.address} />
      {shop.phone !== null && (
        <span>
          <Code>{shop.phone}</Code>
        </span>
      )}
      {shop.tax_number !== null && (
        <span>
          <Both text={slipTexts.taxNumber} />: <Code>{shop.tax_number}</Code>
        </span>
      )}
    </div>
  );
}

function SlipFacts({ order, phone, format }: Pick<SlipProps, 'order' | 'phone' | 'format'>) {
  const { address } = order;
  const method = paymentMethods.get(order.payment_method);
  return (
    <dl className="sheet-facts">
      <Fact name={slipTexts.customer}>
        <span>
          <bdi>{order.user.name}</bdi>
        </span>
        {[address.line1, address.line2, format.place(address.city, address.country)].map((line) =>
          line === null ? null : (
            <span key={line}>
              <bdi>{line}</bdi>
            </span>
          ),
        )}
      </Fact>
      {phone !== undefined && (
        <Fact name={slipTexts.phone}>
          <Code>{phone}</Code>
        </Fact>
      )}
      <Fact name={slipTexts.date}>
        <Code>{format.moment(order.created_at)}</Code>
      </Fact>
      {order.estimated_arrive_time !== null && (
        <Fact name={slipTexts.arrives}>
          <Code>{format.moment(order.estimated_arrive_time)}</Code>
        </Fact>
      )}
      {method !== undefined && (
        <Fact name={slipTexts.payment}>
          <Both text={partTexts[method]} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: Text; children: ReactNode }) {
  return (
    <div>
      <dt>
        <Both text={name} />
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Code({ children }: { children: string }) {
  return <bdi dir="ltr">{children}</bdi>;
}

const barcodeHeightMm = 12;

/** Draws the barcode itself, because `jsbarcode` would add styles and text. */
function Barcode({ text, paper }: { text: string; paper: Paper }) {
  const code = code128(text, printableMm(paper));
  if (code === null) return null;
  const path = code.bars.map(({ x, width }) => `M${x} 0h${width}v1h-${width}z`).join('');
  return (
    <svg
      className="barcode"
      role="img"
      aria-label={text}
      width={`${code.widthMm}mm`}
      height={`${barcodeHeightMm}mm`}
      viewBox={`0 0 ${code.modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
