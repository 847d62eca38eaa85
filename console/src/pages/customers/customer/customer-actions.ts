import type { Answer } from '../../../api/client';
import { action } from '../../../form/action';
import { label } from '../../../rules/words';

export type Overview = Answer<'getCustomerOverview'>;

const NUMBERS = ['bvn', 'nin', 'tin', 'identificationNumber'] as const;

const path = ({ customer }: Overview) => ({ customerID: customer.customerID });

export const REVEAL = action<Overview>()({
  operation: 'revealIdentityNumbers',
  title: 'Reveal identity numbers',
  confirm: 'Reveal',
  path,
  labels: { fields: 'Numbers', reason: 'Reason' },
  consequence: () => 'The audit log keeps your name, the numbers and the reason.',
  reason: ({ flags }) => (flags.isErased ? 'The personal data was erased.' : null),
  secret: (answer) => ({
    label: 'Identity numbers',
    value: NUMBERS.filter((name) => name in answer)
      .map((name) => `${label(name)}: ${answer[name] ?? 'not known'}`)
      .join('\n'),
    note: 'Shown until you close this. The audit log has your name and the reason.',
  }),
  done: 'The numbers are shown once.',
});

export const EXPORT = action<Overview>()({
  operation: 'exportPersonalData',
  title: 'Export personal data',
  confirm: 'Save the file',
  path,
  isFor: ({ customer }) => customer.customerType === 'Individual',
  consequence: () =>
    'Saves one file with everything that is kept about this person, identity numbers in full, for the person alone. ' +
    'The audit log keeps your name and the reason.',
  file: (answer) => answer,
  done: 'The file has been saved.',
});

export const PLACE_HOLD = action<Overview>()({
  operation: 'placeLegalHold',
  title: 'Place a legal hold',
  path,
  labels: { reference: 'Reference of the order', until: 'Until' },
  reason: ({ flags }) => (flags.isUnderLegalHold ? 'A legal hold is in force already.' : null),
  consequence: () =>
    'From now on nothing of this customer is erased or deleted. You place the hold alone; to remove ' +
    'it takes a second person.',
  done: 'The legal hold is in force.',
});

export const REMOVE_HOLD = action<Overview>()({
  operation: 'removeLegalHold',
  title: 'Remove the legal hold',
  isDanger: true,
  path,
  reason: ({ flags }) => (flags.isUnderLegalHold ? null : 'No legal hold is in force.'),
  consequence: () =>
    'A colleague must approve. Until then the hold stays; afterwards data whose retention period has ' +
    'ended is erased and cannot be brought back.',
  done: 'The legal hold has been removed.',
});

/** The actions of staff on a customer's personal data. */
export const CUSTOMER_ACTIONS = [REVEAL, EXPORT, PLACE_HOLD, REMOVE_HOLD];
