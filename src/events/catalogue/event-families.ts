import { BULK_TRANSFERS } from './bulk-transfer-events';
import { DAYS, LEDGER_SEALS } from './day-events';
import { type EventFamily, field, optionalField } from './event-definition';
import { DEPOSIT_TERMS, LOAN_ADJUSTMENTS, LOAN_CHANGES, LOAN_REPAYMENTS } from './lending-events';

const REFERENCE = 'REF-20261121-0001';
const POSTING = 'PST000000020014';
const AT = '2026-11-21T09:00:00.000Z';

const HOLDS: EventFamily = {
  scope: 'transfers:read',
  resource: 'hold',
  resourceColumn: 'approval_id',
  ownOnly: true,
  types: {
    'hold.held': 'AML holds a movement; nothing has moved. The answer of the request was `AML_HOLD`.',
    'hold.approved': 'Staff have released the movement. With `resumesBy` `client`, send the request again unchanged.',
    'hold.declined': 'Staff have declined the movement; it never happens.',
    'hold.executed': 'The released movement went on: it was posted, or waits for approval.',
    'hold.expired': 'The release was not used in time; nothing has moved.',
    'hold.withdrawn': 'Staff have taken the release back; nothing has moved.',
  },
  fields: [
    field('approvalId', 'approval_id', 'integer', 20014, 'The id in the `AML_HOLD` answer.'),
    field('status', 'status', 'text', 'Held', '`Held`, `Approved`, `Declined`, `Used`, `Expired` or `Withdrawn`.'),
    field('kind', 'kind', 'text', 'transfer', 'The kind of the movement.'),
    field('reference', 'reference', 'text', REFERENCE, 'The business reference of the request.'),
    field('endpoint', 'endpoint', 'text', 'POST /api/transfer/v1/localfundtransfer', 'The route of the request.'),
    field('accountNumber', 'account_number', 'text', '5000112345', 'The account whose movement is held.'),
    field('amount', 'amount_kobo', 'kobo', 6_000_000, 'The amount in Naira.'),
    field('resumesBy', 'resumes_by', 'text', 'client', '`client`: send it again; `system`: it goes on by itself.'),
    field('heldAt', 'created_at', 'instant', AT, 'When it was held.'),
    optionalField('decidedAt', 'decided_at', 'instant', AT, 'When staff decided; null before.'),
  ],
};

const APPROVALS: EventFamily = {
  scope: 'transfers:read',
  resource: 'approval',
  resourceColumn: 'id',
  ownOnly: true,
  types: {
    'approval.requested': 'A request waits for the approval of staff; nothing has been done.',
    'approval.approved': 'Staff have approved the request, and it is carried out.',
    'approval.declined': 'Staff have declined the request.',
    'approval.canceled': 'The approval ended undecided, because its subject changed or ended.',
  },
  fields: [
    field('approvalId', 'id', 'integer', 20015, 'The id in the `PENDING_APPROVAL` answer.'),
    field('status', 'status', 'text', 'Approved', '`Pending`, `Approved`, `Declined` or `Canceled`.'),
    field('operation', 'operation', 'text', 'local-transfer', 'The operation that waits.'),
    optionalField('amount', 'amount_kobo', 'kobo', 2_000_000, 'The amount in Naira; null without one.'),
    optionalField('postingReferenceNumber', 'posting_id', 'posting', POSTING, 'The waiting posting; null without one.'),
    field('requestedAt', 'created_at', 'instant', AT, 'When it was asked for.'),
    optionalField('decidedAt', 'decided_at', 'instant', AT, 'When it was decided; null before.'),
  ],
};

const PAYMENT_FIELDS = [
  field('reference', 'reference', 'text', REFERENCE, 'The reference that the caller sent.'),
  {
    ...optionalField(
      'status',
      'status',
      'text',
      'Processed',
      'The status; null for a transfer inside the institution.',
    ),
    // Only the row of a payout has this column; the status of a posting is another thing.
    onlyWith: 'created_at',
  },
  optionalField('sourceAccount', 'account_number', 'text', '5000112345', 'The debited account.'),
  optionalField('destinationAccount', 'destination_account', 'text', '5000254321', 'The credited account of ours.'),
  field('amount', 'amount_kobo', 'kobo', 262_144.07, 'The amount in Naira, without charges.'),
  optionalField('fee', 'fee_kobo', 'kobo', 10.75, 'The fee in Naira.'),
  optionalField('sessionId', 'session_id', 'text', '999998261121090000000000020014', 'The interbank session.'),
  optionalField('responseCode', 'response_code', 'text', '00', 'The last code from the provider.'),
  optionalField('failureCode', 'failure_code', 'text', 'INSUFFICIENT_FUNDS', 'Why it was refused when it went on.'),
  optionalField('postingReferenceNumber', 'posting_id', 'posting', POSTING, 'The posting.'),
];

const TRANSFERS: EventFamily = {
  scope: 'transfers:read',
  resource: 'transfer',
  resourceColumn: 'reference',
  types: {
    'transfer.pending': 'An interbank transfer is debited and on its way.',
    'transfer.completed': 'A transfer is final: the beneficiary has the money.',
    'transfer.failed': 'A transfer was refused or declined. `transfer.reversed` follows where money goes back.',
    'transfer.reversed': 'The money of a transfer went back to the debited account.',
  },
  fields: PAYMENT_FIELDS,
};

const BILLS: EventFamily = {
  scope: 'bills:read',
  resource: 'bill',
  resourceColumn: 'reference',
  types: {
    'bill.pending': 'A bill payment is debited and on its way.',
    'bill.completed': 'A bill payment is final. Query it for tokens.',
    'bill.failed': 'A bill payment was refused.',
    'bill.reversed': 'The money of a bill payment went back to the debited account.',
  },
  fields: PAYMENT_FIELDS,
};

const CARD_FIELDS = [
  field('referenceNumber', 'reference_number', 'text', REFERENCE, 'The reference of the request.'),
  field('accountNumber', 'account_number', 'text', '5000112345', 'The account of the card.'),
  field('status', 'status', 'text', 'Active', '`Linking`, `Active`, `Blocked`, `Deleted` or `Failed`.'),
  optionalField('maskedPan', 'masked_pan', 'text', '506099******1234', 'First six and last four digits.'),
  optionalField('cardReference', 'card_reference', 'text', 'CRD-884213', 'The reference of the provider.'),
];

const CARDS: EventFamily = {
  scope: 'cards:read',
  resource: 'card',
  resourceColumn: 'reference_number',
  types: {
    'card.requested': 'A card is charged and being linked.',
    'card.activated': 'A card is linked and can be used.',
    'card.blocked': 'A card is blocked.',
    'card.unblocked': 'A blocked card can be used again.',
    'card.deleted': 'A card has ended.',
    'card.failed': 'The provider refused a card; its charge goes back.',
  },
  fields: CARD_FIELDS,
};

const CARD_TRANSACTIONS: EventFamily = {
  scope: 'cards:read',
  resource: 'card-transaction',
  resourceColumn: 'transaction_reference',
  types: { 'card.transaction': 'A card was used, or money of an earlier use was given back.' },
  fields: [
    field('transactionReference', 'transaction_reference', 'text', 'CTX-20014', 'The reference of the provider.'),
    field('transactionType', 'transaction_type', 'text', 'Purchase', '`Purchase`, `Withdrawal`, `Reversal`, `Refund`.'),
    field('accountNumber', 'account_number', 'text', '5000112345', 'The account of the card.'),
    field('amount', 'amount_kobo', 'kobo', 4_500, 'The amount in Naira.'),
    field('narration', 'narration', 'text', 'POS purchase, Ikeja', 'The narration.'),
    field('forced', 'forced', 'boolean', false, 'Posted although funds or status were against it.'),
    field('postingReferenceNumber', 'posting_id', 'posting', POSTING, 'The posting.'),
    field('postedAt', 'posted_at', 'instant', AT, 'When it was posted.'),
  ],
};

const ENTRY_FIELDS = [
  field('accountNumber', 'account_number', 'text', '5000112345', 'The account.'),
  field('amount', 'amount_kobo', 'kobo', 262_144.07, 'The amount in Naira.'),
  field('reference', 'reference', 'text', REFERENCE, 'The reference of the posting.'),
  field('postingReferenceNumber', 'posting_id', 'posting', POSTING, 'The posting.'),
  field('kind', 'kind', 'text', 'transfer', 'The kind of the posting.'),
  field('narration', 'narration', 'text', 'Invoice 2211', 'The narration on this account.'),
  field('businessDate', 'business_date', 'date', '2026-11-21', 'The date on which it is booked.'),
  field('postedAt', 'posted_at', 'instant', AT, 'When it was posted.'),
  optionalField('reversal', 'reversal', 'boolean', true, 'True for a reversal, otherwise null.'),
];

const ACCOUNT_ENTRIES: EventFamily = {
  scope: 'accounts:read',
  resource: 'account',
  resourceColumn: 'account_number',
  types: {
    'account.credited': 'Money came to an account of a customer.',
    'account.debited': 'Money left an account of a customer.',
  },
  fields: [
    ...ENTRY_FIELDS,
    field('balance', 'balance_kobo', 'kobo', 1_048_576, 'The ledger balance after it, in Naira.'),
    field('role', 'role', 'text', 'principal', '`principal`, `fee`, `tax`, `interest` or `reversal`.'),
  ],
};

const VIRTUAL_CREDITS: EventFamily = {
  scope: 'accounts:read',
  resource: 'virtual-account',
  resourceColumn: 'account_number',
  types: { 'virtual-account.credited': 'A virtual account was credited; the money is on its settlement account.' },
  fields: [
    ...ENTRY_FIELDS,
    optionalField('sourceAccount', 'source_account', 'text', '5000254321', 'The debited account, if it was one.'),
  ],
};

const ACCOUNT_OPENINGS: EventFamily = {
  scope: 'accounts:read',
  resource: 'account',
  resourceColumn: 'account_number',
  types: { 'account.opened': 'A deposit account was opened.' },
  fields: [
    field('accountNumber', 'account_number', 'text', '5000112345', 'The new account.'),
    field('accountName', 'account_name', 'text', 'Adaeze Okafor', 'Its name.'),
    field('kycTier', 'kyc_tier', 'integer', 1, 'The KYC tier.'),
    optionalField('referenceNumber', 'reference_number', 'text', REFERENCE, 'The reference of the request.'),
    field('dateOpened', 'date_opened', 'date', '2026-11-21', 'The business date.'),
  ],
};

const ACCOUNT_STATUSES: EventFamily = {
  scope: 'accounts:read',
  resource: 'account',
  resourceColumn: 'account_number',
  types: {
    'account.status-changed': 'The status of an account changed.',
    'account.closed': 'An account was closed.',
  },
  fields: [
    field('accountNumber', 'account_number', 'text', '5000112345', 'The account.'),
    field('fromStatus', 'from_status', 'text', 'Active', 'The status before.'),
    field('toStatus', 'to_status', 'text', 'Dormant', 'The status now.'),
    field('changedAt', 'at', 'instant', AT, 'When it changed.'),
  ],
};

const ENDPOINTS: EventFamily = {
  scope: 'events:read',
  resource: 'webhook-endpoint',
  resourceColumn: 'endpoint_id',
  ownOnly: true,
  types: { 'webhook.paused': 'An endpoint of the client is paused: nothing is sent to it until staff resume it.' },
  fields: [
    field('endpointId', 'endpoint_id', 'integer', 20600, 'The endpoint.'),
    field('reason', 'reason', 'text', 'No delivery has succeeded for three days.', 'Why it is paused.'),
  ],
};

/** Every family of events. */
export const EVENT_FAMILIES: readonly EventFamily[] = [
  HOLDS,
  APPROVALS,
  TRANSFERS,
  BULK_TRANSFERS,
  BILLS,
  CARDS,
  CARD_TRANSACTIONS,
  ACCOUNT_ENTRIES,
  VIRTUAL_CREDITS,
  ACCOUNT_OPENINGS,
  ACCOUNT_STATUSES,
  LOAN_CHANGES,
  LOAN_REPAYMENTS,
  LOAN_ADJUSTMENTS,
  DEPOSIT_TERMS,
  DAYS,
  LEDGER_SEALS,
  ENDPOINTS,
];
