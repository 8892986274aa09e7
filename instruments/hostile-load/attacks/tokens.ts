import { KiB, type Attack, type Scene } from '../attack.ts';

/** Forged tokens made from a valid token, so that the store reads the whole token before it rejects it. */
const forged: Record<string, (valid: string, turn: number) => string> = {
  'a signature that is wrong, new each time': (valid, turn) => {
    const [head = '', payload = ''] = valid.split('.');
    const signature = Buffer.alloc(64);
    signature.writeUInt32BE(turn, 30);
    return `${head}.${payload}.${signature.toString('base64url')}`;
  },
  'a payload of 13 KiB, new each time': (valid, turn) => {
    const [head = '', , signature = ''] = valid.split('.');
    const payload = JSON.stringify({ sub: String(turn), scope: 'x '.repeat(3.5 * KiB), exp: 9_999_999_999 });
    return `${head}.${Buffer.from(payload).toString('base64url')}.${signature}`;
  },
  'a key that there is not, new each time': (valid, turn) => {
    const [, payload = '', signature = ''] = valid.split('.');
    const head = JSON.stringify({ alg: 'ES256', typ: 'at+jwt', kid: `key-${turn}` });
    return `${Buffer.from(head).toString('base64url')}.${payload}.${signature}`;
  },
  'another algorithm': (valid, turn) => {
    const [, payload = '', signature = ''] = valid.split('.');
    const head = JSON.stringify({ alg: 'PS512', typ: 'at+jwt', turn });
    return `${Buffer.from(head).toString('base64url')}.${payload}.${signature}`;
  },
  dots: () => '.'.repeat(14 * KiB),
  'no token at all, of 14 KiB': () => 'a'.repeat(14 * KiB),
};

function tokensOf(make: (valid: string, turn: number) => string) {
  return ({ tokens }: Scene) => {
    const valid = tokens.shoppers[0] ?? '';
    return (turn: number) => ({
      method: 'GET',
      path: '/api/client/orders',
      headers: { Authorization: `Bearer ${make(valid, turn)}` },
    });
  };
}

export const tokenAttacks: Attack[] = Object.entries(forged).flatMap(([name, make]): Attack[] =>
  (['stranger', 'strangers'] as const).map((from) => ({
    family: 'tokens',
    name: `${name}, ${from === 'stranger' ? 'one address' : 'many addresses'}`,
    from,
    ...(from === 'strangers' && { connections: [32] }),
    requests: tokensOf(make),
  })),
);
