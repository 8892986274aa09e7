/** An operation of the OpenAPI document. */
export interface NamedOperation {
  operationId: string;
  security: readonly { bearer: readonly string[] }[];
}

/**
 * The name of a call in the TypeScript client. It starts with the area whose token the call needs:
 * `adminOrdersList`, `shopOrdersList`. A call whose name has no area accepts the tokens of both areas. Names
 * contain `shop` for the client area, because `client` is the object that sends the calls.
 */
export function callName({ operationId, security }: NamedOperation): string {
  const [scope = ''] = security.flatMap(({ bearer }) => bearer);
  const [area = ''] = scope.split(':');
  if (area === '') return operationId;
  const name = operationId.replace(/^(?:own|shop)(?=[A-Z])/, '');
  return `${area === 'client' ? 'shop' : area}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
