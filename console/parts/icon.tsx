import './icon.css';

/** Icons of Lucide 1.62 (lucide.dev, ISC licence), each as one path in a square of 24 units. */
const drawings = {
  today:
    'M15 21v-8a1 1 0 0 0-1-1h-4a1 1 0 0 0-1 1v8' +
    'M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2z',
  orders:
    'M16 10a4 4 0 0 1-8 0' +
    'M3.103 6.034h17.794' +
    'M3.4 5.467a2 2 0 0 0-.4 1.2V20a2 2 0 0 0 2 2h14a2 2 0 0 0 2-2V6.667a2 2 0 0 0-.4-1.2l-2-2.667A2 2 0 0 0 17 2H7a2 2 0 0 0-1.6.8z',
  catalogue:
    'M11 21.73a2 2 0 0 0 2 0l7-4A2 2 0 0 0 21 16V8a2 2 0 0 0-1-1.73l-7-4a2 2 0 0 0-2 0l-7 4A2 2 0 0 0 3 8v8a2 2 0 0 0 1 1.73z' +
    'M12 22V12' +
    'M3.29 7L12 12 20.71 7' +
    'M7.5 4.27l9 5.15',
  inventory:
    'M9 2h6a1 1 0 0 1 1 1v2a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1V3a1 1 0 0 1 1-1z' +
    'M16 4h2a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h2' +
    'M12 11h4' +
    'M12 16h4' +
    'M8 11h.01' +
    'M8 16h.01',
  customers:
    'M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2' +
    'M16 3.128a4 4 0 0 1 0 7.744' +
    'M22 21v-2a4 4 0 0 0-3-3.87' +
    'M5 7a4 4 0 1 0 8 0a4 4 0 1 0-8 0',
  returns: 'M9 14 4 9l5-5' + 'M4 9h10.5a5.5 5.5 0 0 1 0 11H11',
  operations: 'M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8' + 'M3 3v5h5' + 'M12 7v5l4 2',
  settings:
    'M9.671 4.136a2.34 2.34 0 0 1 4.659 0 2.34 2.34 0 0 0 3.319 1.915 2.34 2.34 0 0 1 2.33 4.033 2.34 2.34 0 0 0 0 3.831 2.34 2.34 0 0 1-2.33 4.033 2.34 2.34 0 0 0-3.319 1.915 2.34 2.34 0 0 1-4.659 0 2.34 2.34 0 0 0-3.32-1.915 2.34 2.34 0 0 1-2.33-4.033 2.34 2.34 0 0 0 0-3.831A2.34 2.34 0 0 1 6.35 6.051a2.34 2.34 0 0 0 3.319-1.915' +
    'M9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0',
  search: 'M21 21l-4.34-4.34' + 'M3 11a8 8 0 1 0 16 0a8 8 0 1 0-16 0',
  more:
    'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0' +
    'M18 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0' +
    'M4 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  print:
    'M6 18H4a2 2 0 0 1-2-2v-5a2 2 0 0 1 2-2h16a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-2' +
    'M6 9V3a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v6' +
    'M7 14h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-10a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1z',
  invoice:
    'M13 16H8' +
    'M14 8H8' +
    'M16 12H8' +
    'M4 3a1 1 0 0 1 1-1 1.3 1.3 0 0 1 .7.2l.933.6a1.3 1.3 0 0 0 1.4 0l.934-.6a1.3 1.3 0 0 1 1.4 0l.933.6a1.3 1.3 0 0 0 1.4 0l.933-.6a1.3 1.3 0 0 1 1.4 0l.934.6a1.3 1.3 0 0 0 1.4 0l.933-.6A1.3 1.3 0 0 1 19 2a1 1 0 0 1 1 1v18a1 1 0 0 1-1 1 1.3 1.3 0 0 1-.7-.2l-.933-.6a1.3 1.3 0 0 0-1.4 0l-.934.6a1.3 1.3 0 0 1-1.4 0l-.933-.6a1.3 1.3 0 0 0-1.4 0l-.933.6a1.3 1.3 0 0 1-1.4 0l-.934-.6a1.3 1.3 0 0 0-1.4 0l-.933.6a1.3 1.3 0 0 1-.7.2 1 1 0 0 1-1-1z',
  previous: 'M15 18l-6-6 6-6',
  next: 'M9 18l6-6-6-6',
  back: 'M12 19l-7-7 7-7' + 'M19 12H5',
  nothing:
    'M22 12L16 12 14 15 10 15 8 12 2 12' +
    'M5.45 5.11 2 12v6a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-6l-3.45-6.89A2 2 0 0 0 16.76 4H7.24a2 2 0 0 0-1.79 1.11z',
  done: 'M20 6 9 17l-5-5',
  remove: 'M18 6 6 18' + 'M6 6l12 12',
  filter:
    'M10 20a1 1 0 0 0 .553.895l2 1A1 1 0 0 0 14 21v-7a2 2 0 0 1 .517-1.341L21.74 4.67A1 1 0 0 0 21 3H3a1 1 0 0 0-.742 1.67l7.225 7.989A2 2 0 0 1 10 14z',
} as const;

export type IconName = keyof typeof drawings;
export const iconNames = Object.keys(drawings) as IconName[];

/** Icons that point along the line of text. In Arabic they point the other way. */
const directed: readonly IconName[] = ['previous', 'next', 'back'];

/** Screen readers skip the icon, so a button with only an icon needs a label. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      data-directed={directed.includes(name)}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
      focusable={false}
    >
      <path d={drawings[name]} />
    </svg>
  );
}
