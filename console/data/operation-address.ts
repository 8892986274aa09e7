/**
 * The path of an operation's page. The dots in an operation id are replaced, because the gateway treats a path with a dot as a
 * file.
 */
export function operationAddress(id: string): string {
  return `/operations/${id.replaceAll('.', '~')}`;
}

export function operationIn(name: string): string {
  return name.replaceAll('~', '.');
}
