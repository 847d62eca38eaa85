/** A group of operations in the documents. */
export interface DocumentedTag {
  name: string;
  description: string;
}

const tags = (rows: [name: string, description: string][]): DocumentedTag[] =>
  rows.map(([name, description]) => ({ name, description }));

/** Groups of the integrators' document, in the order in which an integrator needs them. */
export const INTEGRATOR_TAGS = tags([
  ['Auth', 'Access tokens of API clients.'],
  ['Accounts', 'Customers, deposit accounts and virtual accounts: opening, reading, changing, status.'],
  ['Transfers', 'Transfers within the institution and to other institutions, name enquiries, status queries.'],
  ['Postings', 'Manual postings, reversals and the closing of accounts.'],
  ['Bills', 'Billers, validation of customers, bill payments and their tokens.'],
  ['Cards', 'Linking of cards to accounts, and the control of cards.'],
  ['Card callbacks', 'Calls of the card middleware: spend and events of cards.'],
  [
    'Inward transfer callbacks',
    'Calls of the transfer middleware: credits from other institutions and name enquiries.',
  ],
  ['Liens', 'Amounts of an account that are reserved.'],
  ['Overdrafts', 'Overdraft limits of accounts.'],
  ['Limits', 'Limits of single and daily transactions of an account.'],
  ['Fixed deposits', 'Term deposits: opening, top-up, liquidation, certificates.'],
  ['Loans', 'Loans: application, disbursement, repayment, schedules, reviews.'],
  ['Group loans', 'Loans of groups with a loan for each participant.'],
  ['Products', 'Products for accounts, loans and deposits.'],
  ['Agents', 'Field agents, to whom loans are attributed.'],
  ['Operations', 'Documents, messages and tills.'],
  ['Events', 'What has happened, to be pulled; the same events are sent to webhook endpoints.'],
  ['Developer', 'The calls that an API client has made.'],
  ['Reports', 'Statements, receipts and other reports, as data or as files.'],
  ['Entity additional metadata', "The caller's own data about customers, accounts, loans and other records."],
  ['Utility', 'Countries, regions and cities.'],
  ['Recovery partner', 'Calls of the partner that recovers overdue loans.'],
  ['Sandbox', 'Helps of the sandbox, absent in production.'],
]);

/** Groups of the staff's document, from signing in to the records of the system. */
export const STAFF_TAGS = tags([
  ['Session', "Sign-in, and a member's own password, sessions and second factor."],
  ['Search', 'Records of every kind by identifier or name.'],
  ['Approvals', 'Requests that wait for a second person, and the policies that make them wait.'],
  ['AML', 'Held transactions, rules and suspicious transactions.'],
  ['AML cases', 'Alerts, and the cases in which officers investigate them.'],
  ['Reports to the NFIU', 'Currency and suspicious transaction reports: checks, approval, export and filing.'],
  ['Fraud complaints', 'Payments that customers dispute as fraud, with their timers.'],
  ['Watch-lists', 'Lists of sanctioned and politically exposed parties: versions, activation, search.'],
  ['Risk ratings', 'Ratings of customers with their reasons, other levels by two people, reviews.'],
  ['Customers', 'Customers with what they have at the institution.'],
  ['Accounts', 'Accounts with balances, limits, movements and statements; their status and posting of interest.'],
  ['Virtual accounts', 'Closing of virtual accounts.'],
  ['Liens', 'Amounts of accounts that are reserved.'],
  ['Overdrafts', 'Overdraft limits of accounts.'],
  [
    'Transfers',
    'Transfers with their timelines, those without a final outcome, and those of other institutions in suspense.',
  ],
  ['Bills', 'Bill payments with their timelines, and the confirmation of those without a final outcome.'],
  ['Cards', 'Cards and what was spent with them.'],
  ['Postings', 'Postings with their entries, and their reversal by two members of staff.'],
  ['Posting groups', 'Several postings that are approved and booked together.'],
  ['Fixed deposits', 'Term deposits.'],
  ['Loans', 'Decisions about loans, write-off and restructuring.'],
  ['Group loans', 'Decisions about the loans of groups.'],
  ['Agents', 'Field agents, to whom loans are attributed.'],
  ['Placements', 'Money that the institution has placed with others.'],
  ['Tills', 'Cash tills.'],
  ['Products', 'Products with their rates and fees.'],
  ['Ledger', 'Chart of accounts, trial balance and proof of the books.'],
  ['Accounting periods', 'Closing of months and years.'],
  ['End of day', 'The roll of the business date and its steps.'],
  ['Messages', 'Messages that were sent, and the templates of notifications.'],
  ['Documents', 'Stored documents.'],
  ['Exports', 'Lists as files that are written in the background.'],
  ['API clients', 'Clients of the API, their scopes and secrets.'],
  ['Webhooks', 'Endpoints of API clients that are sent events, their deliveries and replays.'],
  ['Staff', 'Members of staff, their roles, sessions and locks.'],
  ['Roles', 'Roles and their permissions.'],
  ['Branches', 'Branches of the institution.'],
  ['Configuration', "Settings and providers' connections of the institution."],
  ['Audit log', 'Who did what, and the proof that nothing was changed.'],
  ['Dead letters', 'Work of the system that failed repeatedly.'],
]);

/** Groups of the document for providers' middleware. */
export const GATEWAY_TAGS = tags([
  ['Transfers', 'Interbank transfers: banks, name enquiry, sending and status.'],
  ['Bills', 'Bill payments: billers, validation of customers, vending and status.'],
  ['Cards', 'Cards: linking, channels, PIN, blocking.'],
  ['Services', 'Messages, credit reports and reviews by a language model.'],
]);

/**
 * The declared groups that operations use, in their order; a group without a declaration comes last, by its name.
 * @param used names of the groups of the operations
 */
export function orderedTags(declared: DocumentedTag[], used: ReadonlySet<string>): DocumentedTag[] {
  const known = new Set(declared.map(({ name }) => name));
  const rest = [...used].filter((name) => !known.has(name)).sort();
  return [
    ...declared.filter(({ name }) => used.has(name)),
    ...rest.map((name) => ({ name, description: `Operations of ${name}.` })),
  ];
}
