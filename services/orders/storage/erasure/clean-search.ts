import type { CustomerText } from '../customer-texts.ts';
import type { CleaningStep } from './erased-people.ts';

/** Nobody is found any more by what an erased person, or their addresses, once were. */
export const cleanSearch: CleaningStep = async ({ db }, { users }) => {
  await db
    .collection<CustomerText>('customer_texts')
    .deleteMany({ user_id: { $in: [...users] }, text: { $ne: '' } });
  return null;
};
