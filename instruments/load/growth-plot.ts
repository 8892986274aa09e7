import type { BenchReport } from './bench-report.ts';

const [width, height, margin] = [760, 420, 56];
const plotWidth = width - margin - 220;
const plotHeight = height - margin * 2;
const leastMs = 0.5;
const mostMs = 1000;
const colours = ['#1b6ca8', '#c0392b', '#27864a', '#8e44ad', '#b9770e', '#2c3e50', '#d35488', '#5d8a8a'];
const shown = [
  'first page',
  'status=1',
  'created_at',
  'last page, by offset',
  'middle page, by offset',
  'search: part of a number',
  'search: a status',
  'search: all match',
];

/** Draws an SVG with the 95th percentile of some list queries by number of orders, on logarithmic axes. */
export function growthPlot({ lists }: Pick<BenchReport, 'lists'>): string {
  const sizes = Object.keys(lists).map(Number);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const x = (size: number) => margin + part(size, least, most) * plotWidth;
  const y = (ms: number) => height - margin - part(Math.max(ms, leastMs), leastMs, mostMs) * plotHeight;
  const lines = shown.flatMap((question, index) => {
    const colour = colours[index] ?? '#000';
    const points = sizes.flatMap((size) => {
      const p95 = lists[size]?.[question]?.p95;
      return p95 === undefined ? [] : [`${x(size).toFixed(1)},${y(p95).toFixed(1)}`];
    });
    const keyY = margin + index * 22;
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>`,
      ...points.map((point) => `<circle cx="${point.replace(',', '" cy="')}" r="3" fill="${colour}"/>`),
      `<rect x="${width - 200}" y="${keyY - 9}" width="12" height="4" fill="${colour}"/>`,
      `<text x="${width - 182}" y="${keyY - 3}">${question}</text>`,
    ];
  });
  const ticks = [
    ...sizes.map(
      (size) => `<text x="${x(size)}" y="${height - margin + 20}" text-anchor="middle">${size}</text>`,
    ),
    ...[1, 10, 100, 1000].flatMap((ms) => [
      `<line x1="${margin}" x2="${margin + plotWidth}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/>`,
      `<text x="${margin - 8}" y="${y(ms) + 4}" text-anchor="end">${ms} ms</text>`,
    ]),
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${margin}" y="28" font-size="14">95th percentile of one caller's list requests, by number of orders</text>`,
    ...ticks,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

function part(value: number, least: number, most: number): number {
  return most === least ? 0.5 : Math.log(value / least) / Math.log(most / least);
}
