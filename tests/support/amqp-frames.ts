/**
 * Parses an AMQP 0-9-1 client's bytes frame by frame, and finds positions where another frame can be
 * inserted.
 */
export interface FrameWalk {
  /** Parses the next bytes, which may end in the middle of a frame. */
  feed: (bytes: Buffer) => void;
  readonly isBetweenFrames: boolean;
  /** The numbers of the client's open channels. */
  readonly channels: ReadonlySet<number>;
}

const greetingBytes = 8;
const headBytes = 7;
const methodFrame = 1;
const endOfFrame = 0xce;
const channelClass = 20;
const openMethod = 10;

export function walkFrames(): FrameWalk {
  const channels = new Set<number>();
  let hasGreeted = false;
  let pending = Buffer.alloc(0);

  const note = (frame: Buffer) => {
    if (frame.readUInt8(0) !== methodFrame || frame.readUInt16BE(headBytes) !== channelClass) return;
    const channel = frame.readUInt16BE(1);
    if (frame.readUInt16BE(headBytes + 2) === openMethod) channels.add(channel);
    else channels.delete(channel);
  };

  return {
    feed: (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      if (!hasGreeted && pending.length >= greetingBytes) {
        pending = pending.subarray(greetingBytes);
        hasGreeted = true;
      }
      while (hasGreeted && pending.length >= headBytes) {
        const size = headBytes + pending.readUInt32BE(3) + 1;
        if (pending.length < size) return;
        note(pending.subarray(0, size));
        pending = pending.subarray(size);
      }
    },
    get isBetweenFrames() {
      return hasGreeted && pending.length === 0;
    },
    channels,
  };
}

/** `basic.ack` for a delivery that never happened. The broker responds with 406 and closes only that channel. */
export function unknownAck(channel: number): Buffer {
  const payload = Buffer.alloc(13);
  payload.writeUInt16BE(60, 0);
  payload.writeUInt16BE(80, 2);
  payload.writeBigUInt64BE(0xffff_ffff_ffffn, 4);
  const frame = Buffer.alloc(headBytes + payload.length + 1);
  frame.writeUInt8(methodFrame, 0);
  frame.writeUInt16BE(channel, 1);
  frame.writeUInt32BE(payload.length, 3);
  payload.copy(frame, headBytes);
  frame.writeUInt8(endOfFrame, frame.length - 1);
  return frame;
}
