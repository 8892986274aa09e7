interface Place {
  /** Such as `/orders/:order`. */
  path: string;
  /** Paths of the API, with the parameters of `path`. */
  reads?: readonly string[];
}

export interface RoomAt<Room> {
  room: Room;
  /** The URL paths of the reads that the page sends first. */
  reads: readonly string[];
}

/**
 * The first page whose path matches the opened path, which is relative to `/console`. Paths match as in wouter. The small start
 * script cannot use wouter itself, because wouter imports React.
 */
export function roomAt<Room extends Place>(rooms: readonly Room[], opened: string): RoomAt<Room> | undefined {
  for (const room of rooms) {
    const found = new RegExp(`^${room.path.replace(/:\w+/g, '([^/]+)')}/?$`, 'i').exec(opened);
    if (found === null) continue;
    const [, ...values] = found;
    const reads = (room.reads ?? []).map((read) => read.replace(/:\w+/g, () => values.shift() ?? ''));
    return { room, reads };
  }
  return undefined;
}
