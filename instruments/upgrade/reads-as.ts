/** Whether a response still contains everything that an earlier release's response contained. Further fields are allowed. */
export function readsAs(after: unknown, before: unknown): boolean {
  if (typeof before !== 'object' || before === null) return after === before;
  if (typeof after !== 'object' || after === null) return false;
  if (Array.isArray(before) && (!Array.isArray(after) || after.length !== before.length)) return false;
  const found = after as Record<string, unknown>;
  return Object.entries(before).every(
    ([name, value]) => Object.hasOwn(found, name) && readsAs(found[name], value),
  );
}
