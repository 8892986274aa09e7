import { describe, expect, test } from '@jest/globals';

import { keyOf, scannedCharacter } from '#console/parts/pressed-key.ts';

/** The characters of Windows' Arabic (101) layout without and with Shift, keyed by the key's position. */
const arabic = {
  KeyC: ['ؤ', '}'],
  KeyB: ['لا', 'لآ'],
  KeyT: ['ف', 'لإ'],
  KeyD: ['ي', ']'],
  KeyZ: ['ئ', '~'],
};

describe('the keys of a scanner', () => {
  test.each(Object.entries(arabic))(
    'under an Arabic keyboard layout, a scanner’s key %s is read as its Latin letter, with and without Shift',
    (code, [small = '', capital = '']) => {
      const letter = code.slice(-1);
      expect(scannedCharacter({ key: small, code, shiftKey: false })).toBe(letter);
      expect(scannedCharacter({ key: capital, code, shiftKey: true })).toBe(letter);
    },
  );

  test('a scanner’s Arabic digit is read as a Latin digit, and Shift, Tab and F2 are ignored', () => {
    const press = (key: string, code: string) => scannedCharacter({ key, code, shiftKey: false });
    expect(press('٧', 'Digit7')).toBe('7');
    expect(press('-', 'Minus')).toBe('-');
    expect(['Shift', 'Tab', 'F2'].map((key) => press(key, key))).toEqual(['', '', '']);
  });

  test('while Caps Lock is on, a capital letter that a scanner types with Shift stays a capital letter, so it triggers no shortcut', () => {
    expect(keyOf({ key: 'c', code: 'KeyC', shiftKey: true })).toBe('C');
    expect(keyOf({ key: 'c', code: 'KeyC', shiftKey: false })).toBe('c');
  });

  test('a shortcut on an Arabic keyboard is recognised by the key’s position', () => {
    expect(keyOf({ key: 'ؤ', code: 'KeyC', shiftKey: false })).toBe('c');
    expect(keyOf({ key: 'ظ', code: 'Slash', shiftKey: false })).toBe('/');
    expect(keyOf({ key: '؟', code: 'Slash', shiftKey: true })).toBe('?');
  });
});
