import { Problem } from '#shared/errors.ts';

const mib = 1024 * 1024;
const mostOfCaller = 16 * mib;
const mostOfAll = 32 * mib;

/** The part of the memory budget that one body has reserved. */
export interface BodyPlace {
  /** Sets the body's size so far. Throws `too_many_requests` or `unavailable`; call `release` even after that. */
  take: (bytes: number) => void;
  release: () => void;
}

/** Limits the memory for large bodies from their arrival until they are parsed, per caller and in total. */
export type BodyRoom = (caller: string) => BodyPlace;

export function createBodyRoom(): BodyRoom {
  const ofCallers = new Map<string, number>();
  let ofAll = 0;

  function add(caller: string, bytes: number): void {
    const sum = (ofCallers.get(caller) ?? 0) + bytes;
    if (sum === 0) ofCallers.delete(caller);
    else ofCallers.set(caller, sum);
    ofAll += bytes;
  }

  return (caller) => {
    let taken = 0;
    return {
      take: (bytes) => {
        const more = bytes - taken;
        if ((ofCallers.get(caller) ?? 0) + more > mostOfCaller) throw tooMuchOfCaller();
        if (ofAll + more > mostOfAll) throw noRoom();
        add(caller, more);
        taken = bytes;
      },
      release: () => {
        add(caller, -taken);
        taken = 0;
      },
    };
  };
}

function tooMuchOfCaller(): Problem {
  return new Problem('too_many_requests', {
    detail: `You have sent ${mostOfCaller} bytes of large bodies that are still to be read. Send fewer at once.`,
    extra: { limit: mostOfCaller },
    headers: { 'Retry-After': '2' },
  });
}

function noRoom(): Problem {
  return new Problem('unavailable', {
    detail: 'Too many large bodies are waiting to be read. Try again shortly.',
    extra: { part: 'bodies' },
    headers: { 'Retry-After': '2' },
  });
}
