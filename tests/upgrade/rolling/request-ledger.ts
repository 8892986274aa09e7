/** What became of one request. */
export interface Asked {
  /** Which gateway, such as `old-1`. */
  gateway: string;
  what: string;
  /** Null: the connection ended without an answer. */
  status: number | null;
  ms: number;
}

export interface RequestLedger {
  add: (asked: Asked) => void;
  readonly size: number;
  /** A line for each release's gateways and kind of request. */
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
        const slowest = Math.max(...asked.map(({ ms }) => ms));
        const cells = [name, asked.length, asked.filter(isAnswered).length - later, later];
        return `| ${[...cells, asked.filter((one) => !isAnswered(one)).length, Math.round(slowest)].join(' | ')} |`;
      });
      return ['| gateways | request | sent | answered | accepted (202) | refused | slowest ms |', ...lines];
    },
    refused: () =>
      all
        .filter((one) => !isAnswered(one))
        .map(
          ({ gateway, what, status }) =>
            `${gateway}: ${what} was answered with ${status ?? 'a broken connection'}`,
        ),
  };
}

function isAnswered({ status }: Asked): boolean {
  return status !== null && status < 300;
}

/** `old-1` is the first of the earlier release. */
function releaseOf(gateway: string): string {
  return gateway.startsWith('old') ? 'earlier' : 'this tree';
}
