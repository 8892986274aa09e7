import type { Address, User } from '#clients/typescript/src/main.ts';
import type { Draft } from '../data/draft.ts';

/** The form fields for a customer. */
export function customerDraft({ name, email, phone }: Pick<User, 'name' | 'email' | 'phone'>): Draft {
  return { name, email, phone: phone ?? '' };
}

export const newCustomer: Draft = customerDraft({ name: '', email: '', phone: null });

/** The form fields for an address. */
export function addressDraft({ label, line1, line2, city, country, phone }: AddressTexts): Draft {
  return { label: label ?? '', line1, line2: line2 ?? '', city, country, phone: phone ?? '' };
}

type AddressTexts = Pick<Address, 'label' | 'line1' | 'line2' | 'city' | 'country' | 'phone'>;

export const newAddress: Draft = addressDraft({
  label: null,
  line1: '',
  line2: null,
  city: '',
  country: '',
  phone: null,
});
