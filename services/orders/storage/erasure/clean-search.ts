import type { CustomerText } from '../customer-texts.ts';
import type { CleaningStep } from './erased-people.ts';

/** Deletes the texts that `filters[customer]` finds erased people and their addresses by. */
export const cleanSearch: CleaningStep = async ({ db }, { users }) => {
  await db
    .collection<CustomerText>('customer_texts')
    .deleteMany({ user_id: { $in: [...users] }, text: { $ne: '' } });
  return null;
};
