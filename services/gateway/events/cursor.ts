import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { deriveKey, sealBytes, unsealBytes } from '#shared/platform/process/sealed-text.ts';

/** The position up to which a client has read one service's events. */
export interface Place {
  /** The epoch of the event log: a random id that changes with each restore. Null: start at the oldest event of any epoch. */
  epoch: string | null;
  position: number;
}

export const oldest: Place = { epoch: null, position: 0 };

export type Places = ReadonlyMap<ServiceName, Place>;

export type Cursors = ReturnType<typeof createCursors>;

const [epochBytes, positionBytes] = [4, 6];
const placeBytes = epochBytes + positionBytes;
const noEpoch = '00'.repeat(epochBytes);

/** Cursors are encrypted, because their positions would reveal how much a shop sells. */
export function createCursors(secret: string, feed: string, services: readonly ServiceName[]) {
  const key = deriveKey(secret, `events cursor ${feed}`);
  return {
    seal: (places: Places): string => {
      const bytes = Buffer.alloc(services.length * placeBytes);
      for (const [index, service] of services.entries()) {
        const { epoch, position } = places.get(service) ?? oldest;
        bytes.write(epoch ?? noEpoch, index * placeBytes, 'hex');
        bytes.writeUIntBE(position, index * placeBytes + epochBytes, positionBytes);
      }
      return sealBytes(key, bytes);
    },
    /** Decrypts a cursor. Returns null when the text is not a cursor of this feed. */
    open: (text: string): Places | null => {
      const bytes = unsealBytes(key, text);
      if (!bytes || bytes.length % placeBytes !== 0 || bytes.length > services.length * placeBytes)
        return null;
      // If a cursor of an earlier release lacks a service, the service's events are read from the oldest on.
      return new Map(
        services.map((service, index) => {
          const from = index * placeBytes;
          return [service, from < bytes.length ? placeAt(bytes, from) : oldest];
        }),
      );
    },
  };
}

function placeAt(bytes: Buffer, from: number): Place {
  const epoch = bytes.toString('hex', from, from + epochBytes);
  const position = bytes.readUIntBE(from + epochBytes, positionBytes);
  return { epoch: epoch === noEpoch ? null : epoch, position };
}
