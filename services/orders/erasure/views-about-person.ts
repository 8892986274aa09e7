import type { Command } from '#shared/contracts/kit/define.ts';
import { digitsOf, foldText } from '#shared/contracts/kit/fold-text.ts';
import type { Change, State } from '#shared/engine/decide/handler.ts';
import { withViews } from '../shop/saved-views.ts';
import type { Address, OrdersTables, SavedViews, User } from '../records/tables.ts';

/** Texts with fewer letters, and phone numbers with fewer digits, are too common to identify a person. */
const [leastLetters, leastDigits] = [6, 7];

type View = SavedViews['views'][number];

/** Removes saved views that identify a person by e-mail, phone, external id, or by a name or street of several words. */
export function viewsAboutPersonRemoved(
  { savedViews }: Pick<State<OrdersTables>, 'savedViews'>,
  person: { user: User; addresses: readonly Address[] },
  { command, now }: { command: Pick<Command, 'caller'>; now: string },
): Change<OrdersTables>[] {
  const isAbout = aboutPerson(person);
  return [...savedViews.values()].flatMap((own) => {
    const views = own.views.filter((view) => !isAbout(view));
    return views.length === own.views.length
      ? []
      : [{ table: 'savedViews' as const, put: withViews(own, views, command, now) }];
  });
}

function aboutPerson({ user, addresses }: { user: User; addresses: readonly Address[] }) {
  const { name, email, phone, external_id: externalId } = user;
  const ofWords = [name, ...addresses.map(({ line1 }) => line1)].filter((text) => text.trim().includes(' '));
  const words = [email, externalId ?? '', ...ofWords]
    .map((text) => foldText(text.trim()))
    .filter(({ length }) => length >= leastLetters);
  const phones = [phone, ...addresses.map((address) => address.phone)]
    .map((number) => digitsOf(number ?? ''))
    .filter(({ length }) => length >= leastDigits);
  return (view: View): boolean =>
    textsOf(view).some((text) => {
      const [folded, digits] = [foldText(text), digitsOf(text)];
      return words.some((word) => folded.includes(word)) || phones.some((number) => digits.includes(number));
    });
}

function textsOf({ name, query }: View): string[] {
  return [name, ...new URLSearchParams(query ?? '').values()];
}
