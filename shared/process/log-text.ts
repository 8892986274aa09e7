/** Longer texts are cut in logs, because clients may send any text. */
const longestText = 512;

export function cutText(text: string, most = longestText): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

/** The fields of a log line, with long texts cut. */
export function cutTexts(fields: Record<string, unknown>): Record<string, unknown> {
  const hasLong = Object.values(fields).some(
    (value) => typeof value === 'string' && value.length > longestText,
  );
  if (!hasLong) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? cutText(value) : value]),
  );
}
