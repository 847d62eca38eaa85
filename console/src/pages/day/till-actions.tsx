import type { Answer } from '../../api/client';
import { type Action, action, versionOf } from '../../form/action';
import { listed } from '../../form/choices';

export type Till = Answer<'getTill'>;

const path = ({ id }: Till) => ({ tillId: id });
const LABELS = {
  accountNumber: 'Code of the cash ledger',
  branchCode: 'Branch',
  tellerStaffID: 'Teller (staff ID)',
  cashLimit: 'Most cash to keep',
};
const CHOICES = {
  branchCode: listed('listBranches', ({ branchCode, branchName }) => ({
    value: branchCode,
    text: `${branchName} (${branchCode})`,
  })),
  tellerStaffID: listed('listStaff', ({ staffID, name }) => ({ value: staffID, text: `${name} (${staffID})` })),
};

export const CREATE_TILL = action<undefined>()({
  operation: 'createTill',
  title: 'Open a till',
  fields: ['accountNumber', 'name', 'branchCode', 'tellerStaffID', 'cashLimit'],
  labels: LABELS,
  choices: CHOICES,
  consequence: () =>
    'Opens a cash ledger that may not go below zero, and gives it to the teller. A teller has one active till.',
  done: 'The till has been opened.',
  opens: ({ id }) => `/tills/${id}`,
});

export const TILL_ACTIONS: readonly Action<Till>[] = [
  action<Till>()({
    operation: 'updateTill',
    title: 'Change the till',
    version: versionOf,
    path,
    initial: (till) => ({ ...till }),
    labels: LABELS,
    choices: CHOICES,
    consequence: () => 'A limit that is left empty ends: the till then has none.',
    done: 'The till has been changed.',
  }),
  action<Till>()({
    operation: 'deactivateTill',
    title: 'Deactivate the till',
    isDanger: true,
    path,
    isFor: ({ status }) => status === 'Active',
    reason: ({ balance }) => (balance === 0 ? null : 'The till must be empty: move its cash to the vault first.'),
    consequence: () =>
      'The till takes no postings until it is activated again. Its teller can then be given another one.',
    done: 'The till has been deactivated.',
  }),
  action<Till>()({
    operation: 'activateTill',
    title: 'Activate the till',
    path,
    isFor: ({ status }) => status === 'Inactive',
    consequence: ({ tellerStaffID }) => `The till takes postings again, for teller ${tellerStaffID}.`,
    done: 'The till has been activated.',
  }),
];
