import type { DeclaredRoute, FieldName } from './declared-routes';
import type { Kind } from './identifiers';
import type { Value } from './requests';

/** One way to put an identifier into a field: of this kind, with these values beside it. */
export interface Probe {
  kind: Kind;
  beside?: Partial<Record<FieldName, Value>>;
}

/** The kind of record that a field names, by the field's name on any route. Names are compared without case. */
const KINDS: Record<string, Kind[]> = {
  account: ['account', 'ledger'],
  accountid: ['accountId'],
  accountnumber: ['account'],
  accountofficercode: ['staff'],
  accountofficerid: ['staffRecord'],
  accountofficerstaffid: ['staff'],
  agentcode: ['agent'],
  amlapprovalreference: ['amlApproval'],
  applicableinterestid: ['productRate'],
  approvalid: ['approval'],
  attachments: ['document'],
  beneficiaryaccountnumber: ['account'],
  branchcode: ['branch'],
  bvn: ['bvn'],
  cardid: ['card'],
  cardreference: ['cardReference'],
  clientid: ['client'],
  collectionsgl: ['ledger'],
  contractno: ['contractNo'],
  controlledgercode: ['ledger'],
  creditaccount: ['account', 'ledger'],
  customerid: ['customer'],
  debitaccount: ['account', 'ledger'],
  disbursementglid: ['ledgerId'],
  documentid: ['document'],
  endpointid: ['webhookEndpoint'],
  feeid: ['productFee'],
  feeincomegl: ['ledger'],
  glaccountcodes: ['ledger'],
  grouploanid: ['groupLoan'],
  grouploanproductid: ['groupProduct'],
  incomeledgercode: ['ledger'],
  institutionid: ['institution'],
  ledgercode: ['ledger'],
  linkednumber: ['account'],
  liquidationaccount: ['account'],
  loanaccountnumber: ['loanAccount'],
  refinancedloannumber: ['loanAccount'],
  loanfeeid: ['productFee'],
  loanguarantors: ['customerId'],
  loanreference: ['loanAccount'],
  makerstaffid: ['staff'],
  messageid: ['message'],
  nameenquiryref: ['nameEnquiry'],
  nin: ['nin'],
  originalreference: ['cardTransaction'],
  originatoraccountnumber: ['account'],
  paymentreference: ['vend'],
  parentaccountnumber: ['corporateAccount'],
  placementid: ['placement'],
  policyid: ['approvalPolicy'],
  postingreferencenumber: ['posting'],
  productcode: ['product'],
  productid: ['productId'],
  rateid: ['productRate'],
  referencenumber: ['reference'],
  registrationnumber: ['registrationNumber'],
  roles: ['role'],
  ruleid: ['amlRule'],
  sessionid: ['staffSession'],
  sourceaccount: ['account'],
  staffid: ['staff'],
  tellerstaffid: ['staff'],
  tillid: ['tillId'],
  transactionid: ['postingId'],
  transactionref: ['outwardTransfer', 'fundsTransfer'],
  transactionreference: ['outwardTransfer'],
};

const LEDGERS_OF_TERMS = /^body\.\w+Terms\.ledgers\.\w+$/;

const ENTITY = '/api/entity-additional-metadata/v1/{entityType}/{entityId}';
const ENTITIES: Probe[] = (
  [
    ['account', 'account'],
    ['account', 'accountId'],
    ['account', 'accountRecordId'],
    ['customer', 'customer'],
    ['customer', 'customerRecordId'],
    ['corporate-customer', 'company'],
    ['casa-product', 'productId'],
    ['fixed-deposit', 'fixedDeposit'],
    ['ledger', 'ledgerId'],
    ['loan', 'loan'],
    ['loan', 'loanAccount'],
    ['placement', 'placement'],
  ] as const
).map(([entityType, kind]) => ({ kind, beside: { 'path.entityType': entityType } }));
const OWNERS = (entityType: FieldName): Probe[] => [
  { kind: 'account', beside: { [entityType]: 'account' } },
  { kind: 'customer', beside: { [entityType]: 'customer' } },
  { kind: 'loanAccount', beside: { [entityType]: 'loan' } },
];

const RECOVERY = '/api/integrations/recoverypartner/v1/{institutionId}';
const LIQUIDATION: Probe[] = [{ kind: 'account' }, { kind: 'ledger', beside: { 'body.liquidationAccountType': 2 } }];
/** The kinds of business references of all modules. */
const RECEIPTS: Probe[] = (
  [
    'posting',
    'reference',
    'otherReference',
    'transfer',
    'outwardTransfer',
    'fundsTransfer',
    'vend',
    'cardTransaction',
    'cardTransactionOfA',
    'liquidation',
    'recovery',
  ] as const
).map((kind) => ({ kind }));

/** Fields whose names are not enough to know their kind, by route. */
const KINDS_BY_ROUTE: Record<string, Probe[]> = {
  // Credentials name the institution; they are not looked up within one.
  'POST /api/auth/v1/authenticate body.clientId': [],
  // They name calls, of the client itself or of the institution.
  'GET /api/developer/v1/requests query.Reference': [],
  'GET /api/developer/v1/requests query.CorrelationId': [],
  'GET /api/admin/v1/api-requests query.Reference': [],
  'GET /api/admin/v1/api-requests query.CorrelationId': [],
  'POST /api/admin/v1/webhooks/{endpointId}/replay body.eventId': [],
  'GET /api/admin/v1/webhooks/{endpointId}/deliveries/{position}/attempts path.position': [],
  // The caller's own text.
  'POST /api/admin/v1/customers/{customerID}/legal-hold body.reference': [],
  'POST /api/account/v1/createaccount body.referenceNumber': [{ kind: 'otherReference' }],
  'PUT /api/account/v1/updatecustomerinformation body.bvn': [{ kind: 'otherBvn' }],
  'PUT /api/account/v1/updatecustomerinformation body.nin': [{ kind: 'otherNin' }],
  'PUT /api/account/v1/updategroupcustomerinformation body.referenceNumber': [{ kind: 'otherReference' }],
  'PUT /api/agent/v1/update body.referenceNumber': [{ kind: 'otherReference' }],
  'POST /api/postings/v1/post body.referenceNumber': [{ kind: 'otherReference' }],
  'PUT /api/admin/v1/placements/{placementId} body.referenceNumber': [{ kind: 'otherReference' }],
  'PUT /api/account/v1/updatecustomeraccount body.id': [{ kind: 'accountId' }],
  'PUT /api/agent/v1/update body.id': [{ kind: 'agentId' }],
  'DELETE /api/agent/v1/delete/{ID} path.ID': [{ kind: 'agentId' }],
  'PUT /api/accountoverdraft/v1/update body.id': [{ kind: 'overdraft' }],
  'PUT /api/accountoverdraft/v1/activate body.id': [{ kind: 'overdraft' }],
  'PUT /api/accountoverdraft/v1/deactivate body.id': [{ kind: 'overdraft' }],
  'POST /api/accountlien/v1/updatelien body.referenceNumber': [{ kind: 'lien' }],
  'POST /api/accountlien/v1/unplacelien body.referenceNumber': [{ kind: 'lien' }],
  'PUT /api/account/v1/updategroupcustomerinformation body.customerID': [{ kind: 'company' }],
  'POST /api/postings/v1/reversetransaction body.referenceNumber': [
    { kind: 'posting' },
    { kind: 'reference' },
    { kind: 'transfer' },
    { kind: 'outwardTransfer' },
    { kind: 'fundsTransfer' },
    { kind: 'recovery' },
  ],
  'GET /api/transfer/v1/tsq/local query.referenceNumber': [
    { kind: 'posting' },
    { kind: 'reference' },
    { kind: 'transfer' },
    { kind: 'fundsTransfer' },
  ],
  'GET /api/transfer/v1/search query.TransactionReference': [
    { kind: 'posting' },
    { kind: 'transfer' },
    { kind: 'outwardTransfer' },
    { kind: 'fundsTransfer' },
  ],
  'GET /api/operations/v1/gettillbalancebyaccountnumber query.AccountNumber': [{ kind: 'till' }, { kind: 'account' }],
  'GET /api/operations/v1/searchtillaccounts query.AccountNumber': [{ kind: 'till' }, { kind: 'account' }],
  'GET /api/admin/v1/tills query.AccountNumber': [{ kind: 'till' }, { kind: 'account' }],
  'POST /api/admin/v1/tills body.accountNumber': [{ kind: 'till' }],
  'GET /api/admin/v1/posting-groups/{id} path.id': [{ kind: 'postingGroup' }],
  'POST /api/admin/v1/dead-letters/{id}/replay path.id': [{ kind: 'deadLetter' }],
  'PATCH /api/admin/v1/roles/{name} path.name': [{ kind: 'role' }],
  'POST /api/admin/v1/roles body.name': [{ kind: 'role' }],
  'POST /api/admin/v1/ledgers body.code': [{ kind: 'ledger' }],
  'PATCH /api/admin/v1/ledgers/{code} path.code': [{ kind: 'ledger' }],
  'POST /api/admin/v1/login body.code': [],
  'POST /api/admin/v1/password body.code': [],
  'POST /api/admin/v1/me/step-up body.code': [],
  'POST /api/admin/v1/me/second-factor/confirm body.code': [],
  'GET /api/admin/v1/ledgers query.Code': [{ kind: 'ledger' }],
  'POST /api/admin/v1/virtual-accounts/close body.accountNumber': [{ kind: 'virtualAccount' }, { kind: 'account' }],
  'GET /api/account/v1/searchaccount query.AccountNumber': [{ kind: 'account' }, { kind: 'virtualAccount' }],
  'GET /api/account/v1/searchaccount query.PhoneNumber': [{ kind: 'phoneNumber' }],
  'GET /api/account/v1/searchgroupcustomers query.CustomerID': [{ kind: 'company' }],
  'GET /api/account/v1/searchindividualcustomers query.PhoneNumber': [{ kind: 'phoneNumber' }],
  'POST /api/operations/v1/uploaddocument body.entityId': OWNERS('body.entityType'),
  'GET /api/admin/v1/documents query.EntityId': OWNERS('query.EntityType'),
  'GET /api/admin/v1/aml/holds/{approvalId} path.approvalId': [{ kind: 'amlHold' }],
  'POST /api/admin/v1/aml/holds/{approvalId}/approve path.approvalId': [{ kind: 'amlHold' }],
  'POST /api/admin/v1/aml/holds/{approvalId}/decline path.approvalId': [{ kind: 'amlHold' }],
  'POST /api/admin/v1/aml/holds/{approvalId}/withdraw path.approvalId': [{ kind: 'amlHold' }],
  // Compared with the rows of the own audit log alone.
  'GET /api/admin/v1/audit-log query.SessionID': [],
  // A customer of the biller, and an account elsewhere.
  'GET /api/bills/v1/getcustomerinformation query.CustomerId': [],
  'POST /api/bills/v1/vend body.customerId': [],
  'POST /api/transfer/v1/outwardtransfer body.beneficiaryAccountNumber': [],
  'POST /api/transfer/v1/fundstransfer body.transactionReference': [{ kind: 'fundsTransfer' }],
  'DELETE /api/card/v1/delete/{id} path.id': [{ kind: 'card' }],
  'PUT /api/card/v1/providera/setcardpin body.cardId': [{ kind: 'cardOfA' }],
  'PUT /api/card/v1/providera/blockunblockcard body.cardId': [{ kind: 'cardOfA' }],
  'POST /cba/cards/providera/transaction-feedback body.cardReference': [{ kind: 'cardReferenceOfA' }],
  'POST /cba/cards/providera/transaction-feedback body.transactionReference': [{ kind: 'cardTransactionOfA' }],
  'POST /cba/cards/providera/transaction-feedback body.originalReference': [{ kind: 'cardTransactionOfA' }],
  'POST /cba/cards/providera/lifecycle-feedback body.cardReference': [{ kind: 'cardReferenceOfA' }],
  'POST /cba/cards/providerb/transaction-feedback body.transactionReference': [{ kind: 'cardTransaction' }],
  'GET /api/admin/v1/card-transactions query.TransactionReference': [{ kind: 'cardTransaction' }],
  'POST /cba/transfers/inward/credit body.sessionId': [{ kind: 'inwardTransfer' }],
  // The sender's account, institution and reference.
  'POST /cba/transfers/inward/credit body.originatorAccountNumber': [],
  'POST /cba/transfers/inward/credit body.originatorInstitutionCode': [],
  'POST /cba/transfers/inward/credit body.paymentReference': [],
  'GET /api/admin/v1/inward-transfers query.SessionId': [{ kind: 'inwardTransfer' }],
  'POST /api/admin/v1/inward-transfers/settle body.sessionId': [{ kind: 'inwardTransfer' }],
  // As in the calls of the providers, which these routes make.
  'POST /api/sandbox/v1/simulate/inward-transfer body.sessionId': [],
  'POST /api/sandbox/v1/simulate/card-spend body.transactionReference': [],
  'POST /api/sandbox/v1/simulate/loan-collection body.transactionReference': [],
  'GET /api/loanaccount/v1/search query.ProductCode': [{ kind: 'loanProduct' }],
  'GET /api/admin/v1/loans query.ProductCode': [{ kind: 'loanProduct' }],
  'GET /api/report/v1/getloanexpectationreport query.ProductCode': [{ kind: 'loanProduct' }],
  'GET /api/fixeddepositaccount/v1/search query.ProductCode': [{ kind: 'depositProduct' }],
  'GET /api/report/v1/gettransactioncalloverreport query.StaffID': [{ kind: 'manager' }],
  'GET /api/admin/v1/posting-groups query.MakerStaffID': [{ kind: 'manager' }],
  'POST /api/loanaccount/v1/disburseloan body.loanAccountNumber': [{ kind: 'approvedLoanAccount' }],
  'PUT /api/loanaccount/v1/update body.loanAccountNumber': [{ kind: 'approvedLoanAccount' }],
  'PUT /api/loanaccount/v1/update body.id': [{ kind: 'approvedLoan' }],
  'GET /api/loanaccount/v1/view-certificate/{ID} path.ID': [{ kind: 'loan' }],
  'POST /api/loanaccount/v1/addgrouploan body.participants[].loanRequest.referenceNumber': [{ kind: 'otherReference' }],
  'POST /api/loanaccount/v1/disbursegrouploan body.referenceNumber': [{ kind: 'otherReference' }],
  'POST /api/fixeddepositaccount/v1/topup body.referenceNumber': [{ kind: 'otherReference' }],
  'POST /api/fixeddepositaccount/v1/liquidate body.referenceNumber': [{ kind: 'liquidation' }],
  'POST /api/loanaccount/v1/disbursegrouploan body.groupLoanID': [{ kind: 'approvedGroupLoan' }],
  'POST /api/loanaccount/v1/repaygrouploan body.participantRepayments[].id': [{ kind: 'groupMember' }],
  'POST /api/loanaccount/v1/repaygrouploan body.participantRepayments[].schedules[].id': [{ kind: 'instalment' }],
  'GET /api/admin/v1/end-of-day/progress query.Date': [{ kind: 'closedDay' }],
  'GET /api/admin/v1/end-of-day/exceptions query.Date': [{ kind: 'closedDay' }],
  'POST /api/admin/v1/end-of-day/exceptions/rerun body.date': [{ kind: 'closedDay' }],
  'POST /api/admin/v1/accounting-periods/close body.period': [{ kind: 'period' }],
  'POST /api/admin/v1/loans/{id}/approve path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/reject path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/cancel path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/write-off path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/restructure path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/apply-security-deposit path.id': [{ kind: 'loan' }],
  'GET /api/admin/v1/loans/{id}/events path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/reverse path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/reverse body.eventId': [{ kind: 'loanEvent' }],
  'POST /api/admin/v1/loans/{id}/rebuild-events path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/charge path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/waive path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/refund path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/backdated-repayment path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/move-repayment path.id': [{ kind: 'loan' }],
  'POST /api/admin/v1/loans/{id}/move-repayment body.eventId': [{ kind: 'loanEvent' }],
  'POST /api/admin/v1/loans/{id}/backdated-repayment body.referenceNumber': [],
  'POST /api/admin/v1/loans/{id}/move-repayment body.loanAccountNumber': [{ kind: 'approvedLoanAccount' }],
  'POST /api/admin/v1/group-loans/{id}/approve path.id': [{ kind: 'groupLoan' }],
  'POST /api/admin/v1/group-loans/{id}/reject path.id': [{ kind: 'groupLoan' }],
  'POST /api/admin/v1/group-loans/{id}/write-off path.id': [{ kind: 'groupLoan' }],
  'POST /api/admin/v1/group-loans/{id}/restructure path.id': [{ kind: 'groupLoan' }],
  [`POST ${RECOVERY}/LoanBalanceUpdate body.transactionReference`]: [{ kind: 'recovery' }],
  [`POST ${RECOVERY}/LoanBalanceUpdate body.institutionCode`]: [{ kind: 'institutionCode' }],
  [`POST ${RECOVERY}/MandateCreation body.institutionCode`]: [{ kind: 'institutionCode' }],
  [`POST ${RECOVERY}/SmsAlert body.institutionCode`]: [{ kind: 'institutionCode' }],
  'POST /api/fixeddepositaccount/v1/add body.liquidationAccount': LIQUIDATION,
  'PUT /api/fixeddepositaccount/v1/update body.liquidationAccount': LIQUIDATION,
  'POST /api/fixeddepositaccount/v1/topup body.accountNumber': [{ kind: 'fixedDepositAccount' }],
  'POST /api/fixeddepositaccount/v1/liquidate body.accountNumber': [{ kind: 'fixedDepositAccount' }],
  'PUT /api/fixeddepositaccount/v1/update body.accountNumber': [{ kind: 'fixedDepositAccount' }],
  'GET /api/fixeddepositaccount/v1/search query.AccountNumber': [{ kind: 'fixedDepositAccount' }],
  'GET /api/fixeddepositaccount/v1/view-certificate/{ID}/{type} path.ID': [{ kind: 'fixedDeposit' }],
  'GET /api/report/v1/gettransactionreceipt query.ReferenceNumber': RECEIPTS,
  'GET /api/report/v1/gettransactioncalloverreport query.ReferenceNumber': RECEIPTS,
  [`GET ${ENTITY} path.entityId`]: ENTITIES,
  [`PUT ${ENTITY} path.entityId`]: ENTITIES,
  [`DELETE ${ENTITY} path.entityId`]: ENTITIES,
};

/** Fields whose names look like those of records, with the reason why they name none. */
const NOT_RECORDS: Record<string, string> = {
  afternumber: 'a position in the chain of the own audit log',
  allowdisbursementtogl: 'a flag',
  billeridentifier: "a provider's",
  channel: 'a name in the code',
  countrycode2: 'a country of the world',
  countryid: 'a country of the world',
  destinationaccountnumber: 'an account elsewhere',
  destinationinstitutioncode: 'a bank of the country',
  employeeid: 'text about a person',
  entitytype: 'a name in the code',
  event: 'a name in the code',
  identificationnumber: 'text about a person',
  instrumentnumber: 'text on a posting',
  isbusinessaccount: 'a flag',
  key: 'a name in the code',
  institutioncode: 'a bank of the country',
  nextofkinphonenumber: 'text about a person',
  oraclenumber: 'text about a loan',
  phonenumber: 'text about a person',
  preferredpartnerreference: 'text about a participant',
  regionid: 'a region of the world',
  regionshortcode: 'a region of the world',
  packageidentifier: "a provider's",
  pagenumber: 'paging',
  secondfactorcode: 'a secret',
  serialnumber: 'a card in stock',
  terminalid: 'text on a card transaction',
  type: 'a name in the code',
};

const LOOKS_LIKE_AN_IDENTIFIER =
  /(^|[a-z.])(I[dD]s?|Codes?|Number|Reference|Ref|Accounts?|GL|Identifier)(\[\])?$|\.(id|ids|code|number|reference|account|bvn|nin)$/;

/**
 * What can be put into a field to name a record of an institution: nothing when it names none.
 * @returns undefined for a field that looks as if it named one, or stands in a path, and that nobody has described.
 */
export function probesOf(route: DeclaredRoute, field: FieldName): Probe[] | undefined {
  const byRoute = KINDS_BY_ROUTE[`${route.name} ${field}`];
  if (byRoute) return byRoute;
  if (LEDGERS_OF_TERMS.test(field)) return [{ kind: 'ledger' }];
  const name = field.replace('[]', '').split('.').pop()!.replace('[]', '').toLowerCase();
  if (NOT_RECORDS[name] !== undefined) return [];
  const kinds = KINDS[name];
  if (kinds) return kinds.map((kind) => ({ kind }));
  return field.startsWith('path.') || LOOKS_LIKE_AN_IDENTIFIER.test(field) ? undefined : [];
}
