/**
 * Whether this is the second click of a double click. A button that can appear in the place of the button that the user has just
 * clicked ignores it.
 */
export function isSecondClick({ detail: clicks }: { detail: number }): boolean {
  return clicks > 1;
}
