import { field, kindOf, type BrokenRule, type Field } from './fields.ts';

/** The most types that a list may have. */
const maxTypes = 50;

const pattern = /^(?:[a-z][a-z0-9.-]{0,99}\*?|\*)$/;

/** `asked`: a type, or a prefix of types followed by `*`. */
function isOfType(type: string, asked: string): boolean {
  return asked.endsWith('*') ? type.startsWith(asked.slice(0, -1)) : type === asked;
}

/** Event types, or prefixes of types followed by `*`, as a list or separated by commas. */
export function eventTypes(known: readonly string[]): Field<string[]> {
  return field({
    schema: {
      type: 'array',
      minItems: 1,
      maxItems: maxTypes,
      items: { type: 'string', pattern: `^${anyOfThese(known)}$` },
    },
    read: (value) => {
      const sent: unknown = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
      if (!Array.isArray(sent)) return { rule: 'array' };
      if (sent.length === 0) return { rule: 'min_items', params: { min: 1 } };
      if (sent.length > maxTypes) return { rule: 'max_items', params: { max: maxTypes } };
      const within = [...sent.entries()].flatMap(([index, one]) => {
        const broken = faultOf(one, known);
        return broken === null ? [] : [{ ...broken, at: String(index) }];
      });
      return within.length > 0 ? { within } : { value: sent as string[] };
    },
  });
}

export function eventTypesByComma(known: readonly string[]): Field<string[]> {
  const { read } = kindOf(eventTypes(known));
  const one = anyOfThese(known);
  return field({ schema: { type: 'string', pattern: `^${one}(,${one}){0,${maxTypes - 1}}$` }, read });
}

/** The prefixes of the first one and two words of each type, such as `orders.*` and `orders.order.*`. */
function prefixesOf(known: readonly string[]): string[] {
  const prefixes = known.flatMap((type) => {
    const words = type.split('.').slice(0, -1).slice(0, 2);
    return words.map((_word, index) => `${words.slice(0, index + 1).join('.')}.*`);
  });
  return [...new Set(prefixes)];
}

/** A pattern that matches every type, the prefixes from `prefixesOf`, and `*`. The field also accepts other prefixes. */
function anyOfThese(known: readonly string[]): string {
  const all = [...known, ...prefixesOf(known), '*'];
  return `(${all.map((one) => one.replaceAll(/[.*]/g, '\\$&')).join('|')})`;
}

function faultOf(asked: unknown, known: readonly string[]): BrokenRule | null {
  if (typeof asked !== 'string' || !pattern.test(asked)) return { rule: 'event_type' };
  const similar = similarType(asked, known);
  return similar === null ? null : { rule: 'no_such_event', params: { nearest: similar } };
}

/** The most similar type, or for a prefix the most similar prefix. Null if the type exists, or a type begins with the prefix. */
export function similarType(asked: string, known: readonly string[]): string | null {
  if (known.some((type) => isOfType(type, asked))) return null;
  return nearest(asked, asked.endsWith('*') ? prefixesOf(known) : known);
}

function nearest(text: string, words: readonly string[]): string {
  const distances = words.map((word) => ({ word, distance: editDistance(text, word) }));
  return distances.reduce((best, one) => (one.distance < best.distance ? one : best)).word;
}

function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, character] of Array.from(from).entries()) {
    const line = [row + 1];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (above[column - 1] ?? 0) + (to[column - 1] === character ? 0 : 1);
      line.push(Math.min(replaced, (above[column] ?? 0) + 1, (line[column - 1] ?? 0) + 1));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}

export interface EventChoice {
  /** Types, or beginnings of types followed by `*`, separated by commas. */
  type: string | null;
  /** The record of the event, such as `orders/12`. */
  subject: string | null;
}

export function isChosen(event: { type: string; subject: string }, { type, subject }: EventChoice): boolean {
  if (subject !== null && event.subject !== subject) return false;
  if (type === null) return true;
  return type.split(',').some((one) => isOfType(event.type, one));
}
