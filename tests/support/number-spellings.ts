/** Ways in which people type, copy or scan an order number such as `CKS8-6Y1`. */
export const numberSpellings: readonly { name: string; spell: (number: string) => string }[] = [
  { name: 'it is printed', spell: (number) => number },
  { name: 'small letters', spell: (number) => number.toLowerCase() },
  { name: 'letters without a dash', spell: (number) => number.replaceAll('-', '') },
  { name: 'small letters without a dash', spell: (number) => number.replaceAll('-', '').toLowerCase() },
  { name: 'groups with a space', spell: (number) => number.replaceAll('-', ' ') },
  { name: 'a hashtag', spell: (number) => `#${number}` },
  { name: 'a hashtag and a space', spell: (number) => `# ${number.replaceAll('-', '')}` },
  { name: 'groups with spaces around the dash', spell: (number) => number.replaceAll('-', ' - ') },
  { name: 'groups with a long dash', spell: (number) => number.replaceAll('-', '\u2013') },
  {
    name: 'a copy with marks of direction',
    spell: (number) => `\u2066${number.replace('-', '\u200e-')}\u2069\u200f`,
  },
  {
    name: 'Arabic digits',
    spell: (number) => number.replaceAll(/\d/g, (digit) => String.fromCharCode(0x660 + Number(digit))),
  },
];
