import type { Request, Response } from 'express';
import type { SentFields } from './form-fields.ts';
import { createBodyRoom } from './body-room.ts';
import { createHeavyTurns } from './heavy-turns.ts';
import { readBody, type BodyLimits } from './request-body.ts';

/** Like `readBody`, but also throws `too_many_requests` or `unavailable` when large bodies use too much memory. */
export type ReceiveBody = (
  request: Request,
  response: Response,
  from: { caller: string; limits: BodyLimits },
) => Promise<SentFields>;

export function createReceiveBody(): ReceiveBody {
  const room = createBodyRoom();
  const heavyTurn = createHeavyTurns();

  return async (request, response, { caller, limits }) => {
    const place = room(caller);
    try {
      return await readBody(request, limits, {
        take: place.take,
        heavyTurn: (read) => heavyTurn({ caller, response, read }),
      });
    } finally {
      place.release();
    }
  };
}
