import { code128 } from './code128.ts';

const heightMm = 12;

/** The order's number as a barcode. It is drawn here, because `jsbarcode` would add styles and text. */
export function Barcode({ text, printableMm }: { text: string; printableMm: number }) {
  const code = code128(text, printableMm);
  if (code === null) return null;
  const path = code.bars.map(({ x, width }) => `M${x} 0h${width}v1h-${width}z`).join('');
  return (
    <svg
      className="barcode"
      role="img"
      aria-label={text}
      width={`${code.widthMm}mm`}
      height={`${heightMm}mm`}
      viewBox={`0 0 ${code.modules} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
