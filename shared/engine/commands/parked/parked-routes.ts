import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express } from 'express';
import { driverCollection } from '../../../platform/mongo/driver-collection.ts';
import type { EngineModels } from '../engine-models.ts';
import type { InboxDocument } from '../inbox.ts';
import { parkedRequest, type ParkedRequest } from './parked-request.ts';

/** `asked`: no worker has carried out the request yet. `not-parked`: the command has a final outcome or was never parked. */
export interface AnswerOfParked extends Pick<ParkedRequest, 'detail' | 'objections'> {
  state: ParkedRequest['state'] | 'not-parked';
}

export type AskedOfParked = Parameters<typeof parkedRequest>[1];

const [lookEveryMs, patienceMs] = [100, 8000];

type Models = Pick<EngineModels, 'inbox' | 'parkedRequests'>;

/** `POST /operations/:command/parked`: stores the request and waits until a worker has carried it out. */
export function mountParked(app: Express, { inbox, parkedRequests }: Models): void {
  const requests = driverCollection<ParkedRequest>(parkedRequests);
  app.post('/operations/:command/parked', express.json(), async (request, response) => {
    const { command } = request.params;
    const asked = request.body as AskedOfParked;
    const record = await driverCollection<InboxDocument>(inbox).findOne({ _id: command, state: 'parked' });
    const answer: AnswerOfParked = record
      ? await carriedOut(command, asked)
      : { state: 'not-parked', detail: null };
    response.json(answer);
  });

  async function carriedOut(command: string, asked: AskedOfParked): Promise<AnswerOfParked> {
    const sent = parkedRequest(command, asked);
    await requests.insertOne(sent);
    for (let waited = 0; waited < patienceMs; waited += lookEveryMs) {
      await sleep(lookEveryMs);
      const found = await requests.findOne({ _id: sent._id });
      if (!found || found.state === 'asked') continue;
      const { state, detail, objections } = found;
      return { state, detail, ...(objections && { objections }) };
    }
    return { state: 'asked', detail: null };
  }
}
