import { expect, test } from '@jest/globals';

import { schemaOf } from '../../support/broken-values.ts';
import { named, writes } from '../../support/endpoints.ts';
import { expectStatus } from '../../support/refusals.ts';
import { markedValues, marks, overloaded } from '../../support/undeclared-fields.ts';
import { exampleRequest } from '../support/example-request.ts';
import { useGateway } from '../support/gateway.ts';

const gateway = await useGateway({ reply: () => null });

test.each(named(writes))(
  'the gateway removes undeclared fields of every kind from the body of the write %s before it sends the command',
  async (_name, endpoint) => {
    const { caller, method, path, body } = exampleRequest(gateway, endpoint);
    for (const turn of markedValues.keys()) {
      const before = gateway.sent.length;
      const json = overloaded(body, schemaOf(endpoint.declared.body), turn);
      expectStatus(await caller.send(method, path, { json }), 202);
      expect(gateway.sent).toHaveLength(before + 1);
      const sent = JSON.stringify(gateway.sent.at(-1));
      expect(sent).not.toContain(marks.text);
      expect(sent).not.toContain(String(marks.number));
    }
  },
);
