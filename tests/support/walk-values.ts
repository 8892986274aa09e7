/** Called for each nested value with its path (without list indexes), its key and the value. */
export type Visit = (path: string, key: string, value: unknown) => void;

export function walkValues(value: unknown, path: string, visit: Visit): void {
  if (typeof value !== 'object' || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, inner] of Object.entries(value)) {
    const at = isList ? path : `${path}.${key}`;
    visit(at, key, inner);
    walkValues(inner, at, visit);
  }
}
