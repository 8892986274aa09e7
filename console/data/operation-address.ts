/** The path of an operation's page. Operation ids have a dot, and below /console a path with a dot is a file. */
export function operationAddress(id: string): string {
  return `/operations/${id.replaceAll('.', '~')}`;
}

/** The operation id in a path from `operationAddress`. */
export function operationIn(name: string): string {
  return name.replaceAll('~', '.');
}
