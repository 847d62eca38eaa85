import { readNaira } from '../../../rules/naira';
import { ungrouped } from '../../../rules/numbers';
import { EMPTY_LEG, type TypedLeg } from '../../../rules/posting-legs';

export const LEGS_MIN = 2;
export const LEGS_MAX = 500;

/** The contents of the form of a posting group. */
export interface GroupInputs {
  referenceNumber: string;
  narration: string;
  valueDate: string;
  entries: TypedLeg[];
}

export const EMPTY_GROUP: GroupInputs = {
  referenceNumber: '',
  narration: '',
  valueDate: '',
  entries: [
    { ...EMPTY_LEG, side: 'Debit' },
    { ...EMPTY_LEG, side: 'Credit' },
  ],
};

/** The fault of a typed amount; true when it may be sent. */
export function amountFault(text: string): string | true {
  const amount = readNaira(text);
  if (amount === undefined) return 'An amount such as 2,500.00.';
  return amount > 0 || 'Above 0.';
}

/** The body of the request. */
export function groupOf({ referenceNumber, narration, valueDate, entries }: GroupInputs) {
  return {
    referenceNumber: referenceNumber.trim(),
    narration: narration.trim(),
    ...(valueDate && { valueDate }),
    entries: entries.map((leg) => ({
      account: ungrouped(leg.account),
      side: leg.side as 'Debit' | 'Credit',
      amount: readNaira(leg.amount) ?? 0,
      ...(leg.narration.trim() && { narration: leg.narration.trim() }),
    })),
  };
}
