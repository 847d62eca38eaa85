import { type EventFamily, field, optionalField } from './event-definition';

const REFERENCE = 'REF-20261121-0001';
const POSTING = 'PST000000020014';

/** Events of loans and fixed deposits (docs/api/events.md#types). */
export const LOAN_CHANGES: EventFamily = {
  scope: 'loans:read',
  resource: 'loan',
  resourceColumn: 'loan_account_number',
  types: {
    'loan.approved': 'A loan was approved.',
    'loan.rejected': 'A loan was rejected.',
    'loan.disbursed': 'A loan was paid out.',
    'loan.due-soon': 'An instalment is due within three days.',
    'loan.overdue': 'An instalment was not paid on its due date.',
    'loan.closed': 'A loan is paid in full.',
    'loan.written-off': 'A loan was written off.',
  },
  fields: [
    field('loanAccountNumber', 'loan_account_number', 'text', '5000998877', 'The loan.'),
    field('referenceNumber', 'reference_number', 'text', REFERENCE, 'The reference of the request.'),
    field('status', 'status', 'text', 'Active', 'The status of the loan.'),
    field('linkedAccount', 'linked_number', 'text', '5000112345', 'The account that pays the instalments.'),
    field('principal', 'principal_kobo', 'kobo', 500_000, 'The principal in Naira.'),
    field('outstandingPrincipal', 'outstanding_principal_kobo', 'kobo', 416_666.67, 'What is left of it.'),
    field('overdueAmount', 'overdue_kobo', 'kobo', 0, 'The overdue amount in Naira.'),
    optionalField('overdueSince', 'overdue_since', 'date', '2026-11-21', 'Due date of the oldest overdue instalment.'),
    optionalField('nextDueDate', 'next_due_date', 'date', '2026-12-21', 'Due date of the next instalment.'),
    field('nextDueAmount', 'next_due_kobo', 'kobo', 90_000, 'The amount of the next instalment in Naira.'),
    optionalField('maturityDate', 'maturity_date', 'date', '2027-05-21', 'The last due date.'),
  ],
};

/** Fields with the amount that moved on a loan, by component. */
const LOAN_MOVEMENT = [
  field('amount', 'amount_kobo', 'kobo', 90_000, 'The amount in Naira.'),
  field('principal', 'principal_kobo', 'kobo', 83_333.33, 'Of it, principal.'),
  field('interest', 'interest_kobo', 'kobo', 6_666.67, 'Of it, interest.'),
  field('fee', 'fee_kobo', 'kobo', 0, 'Of it, fees.'),
  field('defaultInterest', 'default_kobo', 'kobo', 0, 'Of it, default interest.'),
  field('penalty', 'penalty_kobo', 'kobo', 0, 'Of it, penalties.'),
  field('businessDate', 'business_date', 'date', '2026-11-21', 'The date on which it is booked.'),
  optionalField('postingReferenceNumber', 'posting_id', 'posting', POSTING, 'The posting.'),
];

export const LOAN_REPAYMENTS: EventFamily = {
  scope: 'loans:read',
  resource: 'loan',
  resourceColumn: 'loan_account_number',
  types: { 'loan.repaid': 'Money was paid on a loan, also out of its security deposit.' },
  fields: [
    field('loanAccountNumber', 'loan_account_number', 'text', '5000998877', 'The loan.'),
    field('linkedAccount', 'linked_number', 'text', '5000112345', 'The account that pays the instalments.'),
    field(
      'kind',
      'kind',
      'text',
      'Repayment',
      '`Repayment`, `EarlyRepayment`, `Collection`, `PartnerRecovery`, `SecurityDeposit` or `Recovery`.',
    ),
    field('reference', 'reference', 'text', REFERENCE, 'The reference of the payment.'),
    ...LOAN_MOVEMENT,
  ],
};

export const LOAN_ADJUSTMENTS: EventFamily = {
  scope: 'loans:read',
  resource: 'loan',
  resourceColumn: 'loan_account_number',
  types: {
    'loan.restructured': 'The terms of a loan changed: read its schedule again.',
    'loan.charged': 'Staff charged a fee or a penalty on a loan.',
    'loan.waived': 'Staff waived part of what a loan owed.',
    'loan.refunded': 'Money that was paid on a loan went back to the borrower.',
    'loan.reversed': 'A payment or another change of a loan was reversed: query the loan.',
  },
  fields: [
    field('loanAccountNumber', 'loan_account_number', 'text', '5000998877', 'The loan.'),
    field('linkedAccount', 'linked_number', 'text', '5000112345', 'The account that pays the instalments.'),
    field('kind', 'kind', 'text', 'Reversal', '`Restructure`, `Charge`, `Waiver`, `Refund` or `Reversal`.'),
    field('reference', 'reference', 'text', 'REV-20931', 'The reference of the change.'),
    optionalField('reverses', 'reverses', 'text', REFERENCE, 'The reference of what was reversed.'),
    optionalField('reversesKind', 'reverses_kind', 'text', 'Repayment', 'The kind of what was reversed.'),
    ...LOAN_MOVEMENT,
  ],
};

export const DEPOSIT_TERMS: EventFamily = {
  scope: 'deposits:read',
  resource: 'deposit',
  resourceColumn: 'account_number',
  types: {
    'deposit.opened': 'A term of a fixed deposit began.',
    'deposit.topped-up': 'Money was added to a fixed deposit.',
    'deposit.partly-liquidated': 'Part of a fixed deposit was paid out before its maturity.',
    'deposit.matured': 'A fixed deposit matured and was paid out.',
    'deposit.rolled-over': 'A fixed deposit matured, and its next term begins.',
    'deposit.liquidated': 'A fixed deposit was liquidated in full before its maturity.',
    'deposit.declined': 'Staff have declined a fixed deposit.',
  },
  fields: [
    field('contractNo', 'contract_no', 'text', 'FD000000020014', 'The contract of the term.'),
    field('accountNumber', 'account_number', 'text', '5000771122', 'The deposit, in all its terms.'),
    field('term', 'term', 'integer', 1, 'The term, from 1.'),
    field('referenceNumber', 'reference_number', 'text', REFERENCE, 'The reference of the request.'),
    field('status', 'status', 'text', 'Active', 'The status of the term.'),
    field('principal', 'principal_kobo', 'kobo', 1_000_000, 'The principal in Naira.'),
    field('interestRate', 'interest_rate', 'text', '12.0000', 'Percent a year.'),
    field('startDate', 'start_date', 'date', '2026-11-21', 'The first day.'),
    field('maturityDate', 'maturity_date', 'date', '2027-02-19', 'The first day that no longer earns.'),
    field('interestPaid', 'paid_kobo', 'kobo', 0, 'Interest paid so far, before tax, in Naira.'),
    field('taxWithheld', 'tax_withheld_kobo', 'kobo', 0, 'Withholding tax so far, in Naira.'),
  ],
};
