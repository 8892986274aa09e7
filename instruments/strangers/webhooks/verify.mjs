/* Reads deliveries from the input. Prints whether each library accepts each delivery, and what the CloudEvents SDK reads. */
import { HTTP } from 'cloudevents';
import { Webhook as Standard } from 'standardwebhooks';
import { Webhook as Svix } from 'svix';

let input = '';
for await (const piece of process.stdin) input += piece;
const deliveries = JSON.parse(input);

function accepts(Library) {
  return deliveries.map(({ secret, headers, body }) => {
    try {
      new Library(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  });
}

const events = deliveries.map(({ headers, body }) => {
  const event = HTTP.toEvent({ headers, body });
  return event.validate() && { id: event.id, type: event.type, subject: event.subject, data: event.data };
});
console.log(JSON.stringify({ standardwebhooks: accepts(Standard), svix: accepts(Svix), events }));
