/** An operation's page. Its id has a dot, and below /console a path with a dot is a file. */
export function operationAddress(id: string): string {
  return `/operations/${id.replaceAll('.', '~')}`;
}

/** The id that such an address names. */
export function operationIn(name: string): string {
  return name.replaceAll('~', '.');
}
