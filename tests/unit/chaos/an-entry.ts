import type { FinalAnswer } from '#instruments/chaos/final-answer.ts';
import type { Entry } from '#instruments/chaos/ledger.ts';

/** A write as the chaos suite records it, with these responses. By default, the write was sent once. */
export function anEntry(more: Partial<Entry>, answers: Partial<FinalAnswer>[] = []): Entry {
  return {
    key: 'k',
    type: 'users.update',
    service: 'orders',
    method: 'PUT',
    path: '/api/admin/users/1',
    body: {},
    owner: 'admin:admin',
    token: '',
    requestId: 'r',
    at: new Date(1000).toISOString(),
    state: 'ok',
    attempts: 1,
    mayHaveArrived: true,
    wasAccepted: false,
    isOver: true,
    lostByOperator: false,
    lastSentAt: 1000,
    story: [],
    ...more,
    answers: answers.map((answer) => ({
      status: 200,
      content: '',
      code: null,
      replayed: false,
      version: null,
      at: 2000,
      ...answer,
    })),
  };
}
