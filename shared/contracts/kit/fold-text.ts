/** Combining marks of Latin letters, and of Arabic letters: harakat, hamza and madda above and below, Quranic signs. */
const marks = /[\u0300-\u036f\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]/g;
/** Tatweel and invisible characters: joiners, direction marks, soft hyphens. */
const unseen = /[\u0640\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Equivalent letters that no Unicode decomposition covers. */
const letters: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};
const folded = new RegExp(`[${Object.keys(letters).join('')}]`, 'g');

/**
 * Normalises a text for search. Ignores case, width, diacritics, harakat and tatweel; unifies the Arabic forms
 * of alif, hamza, ta marbuta and ya; converts all digits to ASCII. Idempotent.
 */
export function foldText(text: string): string {
  // Most stored texts are ASCII: numbers, times, states.
  if (/^[\u0000-\u007f]*$/.test(text)) return text.toLowerCase();
  return foldDigits(text.normalize('NFKD').toLowerCase().normalize('NFKD'))
    .replace(marks, '')
    .replace(unseen, '')
    .replace(folded, (letter) => letters[letter] ?? letter)
    .normalize('NFKC');
}

export function withoutUnseen(text: string): string {
  return text.replace(unseen, '');
}

export function digitsOf(phone: string): string {
  return foldText(phone).replace(/\D/g, '');
}

export function foldDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
}
