interface Place {
  /** A pattern such as `/orders/:order`. */
  path: string;
  /** API paths that the page reads first. They may contain the parameters of `path`: `/api/admin/orders/:order`. */
  reads?: readonly string[];
}

export interface RoomAt<Room> {
  room: Room;
  /** The page's `reads`, with parameters replaced by the values from the opened path: `/api/admin/orders/12`. */
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
