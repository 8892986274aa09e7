import type { Ref } from 'react';
import type { User } from '#clients/typescript/src/main.ts';
import { isolated } from '../texts/fill-text.ts';
import { readCustomers } from './read-customers.ts';
import { RecordSelect } from './record-select.tsx';

interface CustomerSelectProps {
  label: string;
  hint: string;
  chosen: User | null;
  choose: (customer: User | null) => void;
  error?: string | undefined;
  searched?: (words: string) => void;
  inputRef?: Ref<HTMLInputElement>;
}

/** Chooses a customer by name, phone or e-mail. */
export function CustomerSelect(props: CustomerSelectProps) {
  return <RecordSelect resource="users" read={readCustomers} labelOf={labelOf} {...props} />;
}

/** The phone number is isolated, because Arabic text would show its groups of digits in reverse. */
function labelOf({ name, phone, email }: User): string {
  return `${isolated(name)} · ${isolated(phone ?? email)}`;
}
