/** One request to a gateway, with the result. */
export interface Asked {
  /** The name of the set of processes to which the gateway belongs, such as `old-1`. */
  gateway: string;
  what: string;
  /** Null if the connection ended without a response. */
  status: number | null;
  ms: number;
  /** Whether the request is sent again, because the broker did not confirm its command in time. */
  isTriedAgain: boolean;
}

export interface RequestLedger {
  add: (asked: Asked) => void;
  readonly size: number;
  /** Returns a table with one line for each kind of request and each release of the gateways. */
  table: () => string[];
  refused: () => string[];
}

export function createRequestLedger(): RequestLedger {
  const all: Asked[] = [];
  return {
    add: (asked) => void all.push(asked),
    get size() {
      return all.length;
    },
    table: () => {
      const rows = Object.entries(
        Object.groupBy(all, ({ gateway, what }) => `${releaseOf(gateway)} | ${what}`),
      );
      const lines = rows.toSorted().map(([name, asked = []]) => {
        const later = asked.filter(({ status }) => status === 202).length;
        const again = asked.filter(({ isTriedAgain }) => isTriedAgain).length;
        const slowest = Math.max(...asked.map(({ ms }) => ms));
        const answered = asked.filter(isAnswered).length - later;
        const cells = [name, asked.length, answered, later, again, asked.filter(isRefused).length];
        return `| ${[...cells, Math.round(slowest)].join(' | ')} |`;
      });
      return [
        '| gateways | request | sent | answered | accepted (202) | unconfirmed (503), sent again | refused | slowest ms |',
        ...lines,
      ];
    },
    refused: () =>
      all
        .filter(isRefused)
        .map(
          ({ gateway, what, status }) =>
            `${gateway}: ${what} was answered with ${status ?? 'a broken connection'}`,
        ),
  };
}

function isAnswered({ status }: Asked): boolean {
  return status !== null && status < 300;
}

function isRefused(asked: Asked): boolean {
  return !isAnswered(asked) && !asked.isTriedAgain;
}

/** `old-1` is the first set of the earlier release's processes. */
function releaseOf(gateway: string): string {
  return gateway.startsWith('old') ? 'earlier' : 'this tree';
}
