interface SentEvent {
  id: string;
  subject: string;
  data: { id?: number; user_id?: number; by?: { area: string; subject: string } | null };
}

/**
 * An event in the form in which it is stored and sent. Its `by` has the user's id instead of the subject of a shopper's token. The
 * subject may be a name, which would otherwise stay here after the person is erased.
 */
export function storedEvent(json: string): { id: string; json: string } {
  const event = JSON.parse(json) as SentEvent;
  const { id, subject, data } = event;
  const user = subject.startsWith('users/') ? data.id : data.user_id;
  if (data.by?.area !== 'client' || data.by.subject === String(user)) return { id, json };
  data.by = user === undefined ? null : { ...data.by, subject: String(user) };
  return { id, json: JSON.stringify(event) };
}
