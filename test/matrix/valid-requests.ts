import { addDays, calendarDate } from '../../src/common/time/calendar';
import { SAVINGS_TERMS, TERM_PRODUCTS } from '../../src/seed/templates/term-products';
import { freshReference } from '../support/app';
import type { DeclaredRoute, FieldName } from './declared-routes';
import { probesOf } from './field-kinds';
import { COLLECTIONS, DEPOSIT, LOAN, PARTICIPANT } from './furnish-lending';
import { BILL, INWARD, outwardBody, settlementReport } from './furnish-payments';
import { scenarioDefinition } from './furnish-scenarios';
import { newWatchList, watchListFile } from './furnish-watch-lists';
import { type House, MANAGER } from './house';
import { type Draft, withField } from './requests';

/** The facts for a valid request: the records of the own institution, and the field that will be changed. */
interface Situation {
  ids: House['ids'];
  field: FieldName;
}

type Maker = (situation: Situation) => Draft;

let numbers = 0;
/** Digits that are unique in the run. */
const fresh = (digits: number): string => String((numbers += 1)).padStart(digits, '5');

const reference = (): string => freshReference('MX');
const narration = 'Matrix';
const reason = 'Matrix';
const localRow = (ids: House['ids']): object => ({ reference: reference(), creditAccount: ids.ledger, amount: 1 });
/** The same transfer as a row of a file. */
const outwardRow = (ids: House['ids']): object => {
  const { nameEnquiryRef, beneficiaryAccountNumber, beneficiaryAccountName, destinationInstitutionCode } = outwardBody(
    ids,
  ) as Record<string, string>;
  return {
    reference: reference(),
    creditAccount: beneficiaryAccountNumber,
    amount: 1,
    bankCode: destinationInstitutionCode,
    nameEnquiryRef,
    beneficiaryName: beneficiaryAccountName,
  };
};
const place = ({ ids }: Situation): Record<string, unknown> => ({
  branchCode: ids.branch,
  productCode: ids.product,
  accountOfficerStaffID: ids.staff,
});
const person = { lastName: 'Okafor', firstName: 'Adaeze', accountName: 'Adaeze Okafor' };
const entries = ({ ids }: Situation): object[] => [
  { account: ids.account, side: 'Debit', amount: 1, narration },
  { account: ids.ledger, side: 'Credit', amount: 1, narration },
];
const PDF = Buffer.from('%PDF-1.7\nx').toString('base64url');
const body = (fields: Record<string, unknown>): Draft => ({ body: fields });
const onAccount: Maker = ({ ids }) => body({ accountNumber: ids.account, reason });
const amlRule = { name: 'Matrix', direction: 'inflow', threshold: 900_000_000, active: false };
const placement = {
  counterparty: 'Zenith Bank',
  amount: 5,
  rate: 20,
  startDate: '2026-01-05',
  maturityDate: '2999-12-31',
};
const [loan, , fixedDeposit] = TERM_PRODUCTS.map(({ loanTerms, fixedDepositTerms, ...product }) => ({
  product,
  terms: { loanTerms, fixedDepositTerms },
}));

/** The loan terms to which the field belongs. */
function terms({ field }: Situation): Record<string, unknown> {
  if (field.startsWith('body.loanTerms')) return { loanTerms: loan!.terms.loanTerms };
  if (field.startsWith('body.fixedDepositTerms')) return { fixedDepositTerms: fixedDeposit!.terms.fixedDepositTerms };
  return field.startsWith('body.savingsTerms') ? { savingsTerms: SAVINGS_TERMS } : {};
}

function newProduct(situation: Situation): Draft {
  const given = terms(situation);
  const like =
    'loanTerms' in given
      ? loan!.product
      : 'fixedDepositTerms' in given
        ? fixedDeposit!.product
        : { productType: 'Savings', controlLedgerCode: '2010' };
  return body({
    productType: like.productType,
    controlLedgerCode: like.controlLedgerCode,
    productCode: `MX${fresh(6)}`,
    productName: 'Matrix',
    ...given,
  });
}

function cardTransaction({ field }: Situation, cardReference: string): Draft {
  const transactionType = field === 'body.originalReference' ? 'Refund' : 'Purchase';
  return body({ cardReference, transactionReference: reference(), amount: 1, transactionType });
}

const today = calendarDate(new Date(), 'Africa/Lagos');
const period = { FinancialDateFrom: today, FinancialDateTo: addDays(today, 1) };

/** The fields that a field of a loan request requires. */
function besideLoanField(field: FieldName): Record<string, unknown> {
  if (field.endsWith('disbursementGLID')) return { allowDisbursementToGL: true };
  return field.endsWith('loanFeeID') ? { allowLoanFee: true } : {};
}

function newGroupLoan({ ids, field }: Situation): Draft {
  const [first, second] = [ids.accountId, ids.spareAccountId].map((accountID) => ({ ...PARTICIPANT, accountID }));
  return body({
    groupLoanProductID: ids.groupProduct,
    name: 'Traders',
    referenceNumber: reference(),
    participants: [{ loanRequest: { ...first, ...besideLoanField(field) } }, { loanRequest: second }],
  });
}

const notice = ({ ids }: Situation): Record<string, unknown> => ({
  loanReference: ids.loanAccount,
  institutionCode: ids.institutionCode,
});
const restructure = (): Draft => body({ reason, accruedInterest: 'Deferred', tenure: 12 });
const RECOVERY = '/api/integrations/recoverypartner/v1/{institutionId}';

/** Queries of lists and reports with required fields. */
const QUERIES: Record<string, Maker> = {
  'GET /api/admin/v1/books/balance': () => ({ query: { AccountNumber: '1010', Date: today } }),
  'GET /api/admin/v1/books/balance-sheet': () => ({ query: { Date: today } }),
  'GET /api/admin/v1/books/trial-balance': () => ({ query: { Date: today } }),
  'GET /api/admin/v1/books/profit-and-loss': () => ({ query: { StartDate: today, EndDate: today } }),
  'GET /api/admin/v1/books/ledger-entries': () => ({
    query: { LedgerCode: '1010', StartDate: today, EndDate: today },
  }),
  'GET /api/admin/v1/accounts/{accountNumber}/statement': () => ({ query: period }),
  'GET /api/admin/v1/returns': ({ ids }) => ({ query: { Return: 'income', Date: ids.closedDay } }),
  'GET /api/admin/v1/aml/effectiveness/model-validation': () => ({ query: { Month: '2026-11' } }),
  'GET /api/admin/v1/watch-lists/{listCode}/matches': () => ({ query: { Name: 'Matrix' } }),
  'GET /api/admin/v1/aml/cases/summary': () => ({ query: { From: '2026-11-01', To: '2026-11-30' } }),
  'GET /api/admin/v1/returns/credit-bureau': ({ ids }) => ({ query: { Date: ids.closedDay } }),
  'GET /api/admin/v1/documents': ({ ids }) => ({ query: { EntityType: 'account', EntityId: ids.account } }),
  'GET /api/admin/v1/unreported-transfers': () => ({ query: { StartDate: today, EndDate: today } }),
  'GET /api/admin/v1/portfolio/at-risk': ({ ids }) => ({ query: { Date: ids.closedDay } }),
  'GET /api/admin/v1/portfolio/provisions': ({ ids }) => ({ query: { Date: ids.closedDay } }),
  'GET /api/admin/v1/portfolio/provision-movements': ({ ids }) => ({
    query: { StartDate: ids.closedDay, EndDate: ids.closedDay },
  }),
  'GET /api/admin/v1/portfolio/roll-rates': ({ ids }) => ({
    query: { StartDate: ids.closedDay, EndDate: ids.closedDay },
  }),
  'GET /api/admin/v1/portfolio/vintages': ({ ids }) => ({ query: { Date: ids.closedDay } }),
  'GET /api/card/v1/searchcards': ({ ids }) => ({ query: { accountNumber: ids.account } }),
  'GET /api/card/v1/providera/searchcards': ({ ids }) => ({ query: { accountNumber: ids.account } }),
  'GET /api/fixeddepositaccount/v1/view-certificate/{ID}/{type}': () => ({ path: { type: 'PDF' } }),
  'GET /api/report/v1/requestcustomeraccountstatement': ({ ids }) => ({
    query: { AccountNumber: ids.account, ...period },
  }),
  'GET /api/report/v1/exportcustomerstatement': ({ ids }) => ({
    query: { AccountNumber: ids.account, FileExportFormat: 'CSV', ...period },
  }),
  'GET /api/report/v1/requestcustomeraccounthistoryreport': ({ ids }) => ({ query: { AccountNumber: ids.account } }),
  'GET /api/report/v1/getloanexpectationreport': () => ({ query: { StartDate: today, EndDate: addDays(today, 60) } }),
  'GET /api/report/v1/getsavingsaccrualhistory': ({ ids }) => ({
    query: { AccountNumber: ids.account, StartDate: today, EndDate: addDays(today, 1) },
  }),
};

/** Valid bodies of the routes that have one. */
const BODIES: Record<string, Maker> = {
  'POST /api/account/v1/createcustomeraccount': (at) => body({ ...person, ...place(at) }),
  'POST /api/account/v1/createaccount': (at) => body({ customerID: at.ids.customer, ...place(at) }),
  'POST /api/account/v1/createvirtualaccount': ({ ids }) =>
    body({ ...person, phoneNumber: '08031234567', email: 'a@b.example', parentAccountNumber: ids.corporateAccount }),
  'POST /api/account/v1/creategroupcustomerinformation': ({ ids }) => body({ name: 'Traders', branchCode: ids.branch }),
  'PUT /api/account/v1/updatecustomerinformation': ({ ids }) => body({ customerID: ids.customer, address: '1 Marina' }),
  'PUT /api/account/v1/updategroupcustomerinformation': ({ ids }) =>
    body({ customerID: ids.company, address: '1 Marina' }),
  'PUT /api/account/v1/updatecustomeraccount': ({ ids }) => body({ id: ids.accountId, accountName: 'Adaeze Okafor' }),
  'PUT /api/account/v1/activate': onAccount,
  'PUT /api/account/v1/deactivate': onAccount,
  'PUT /api/account/v1/unfreeze': onAccount,
  'POST /api/postings/v1/closeaccount': ({ ids }) => body({ accountNumber: ids.account, closureReason: reason }),
  'POST /api/accountlien/v1/placelien': ({ ids }) =>
    body({ accountNumber: ids.account, amount: 1, referenceNumber: reference() }),
  'POST /api/accountlien/v1/updatelien': ({ ids }) => body({ referenceNumber: ids.lien, amount: 9 }),
  'POST /api/accountlien/v1/unplacelien': ({ ids }) => body({ referenceNumber: ids.lien }),
  'POST /api/accountoverdraft/v1/add': ({ ids }) =>
    body({
      accountNumber: ids.spareAccount,
      limit: 1,
      interestRate: 20,
      expiryDate: '2999-01-01',
      referenceNumber: reference(),
    }),
  'PUT /api/accountoverdraft/v1/update': ({ ids }) => body({ id: ids.overdraft, limit: 11 }),
  'PUT /api/accountoverdraft/v1/activate': ({ ids }) => body({ id: ids.overdraft }),
  'PUT /api/accountoverdraft/v1/deactivate': ({ ids }) => body({ id: ids.overdraft }),
  'POST /api/agent/v1/add': ({ ids }) => body({ name: 'Chidi Obi', branchCode: ids.branch }),
  'PUT /api/agent/v1/update': ({ ids, field }) =>
    body({ ...(field === 'body.id' ? {} : { agentCode: ids.agent }), notes: 'Matrix' }),
  'PUT /api/agent/v1/change-status': ({ ids }) => body({ agentCode: ids.agent, status: 'Active' }),
  'PUT /api/limit/v1/addupdateaccountlimit': ({ ids }) =>
    body({ accountNumber: ids.account, userSingleTransactionLimit: 9_000_000 }),
  'POST /api/operations/v1/uploaddocument': ({ ids }) =>
    body({
      entityType: 'account',
      entityId: ids.account,
      documentType: 'Passport',
      fileName: 'passport.pdf',
      content: PDF,
    }),
  'PUT /api/operations/v1/deletedocument': ({ ids }) => body({ documentID: ids.document, reason }),
  'POST /api/operations/v1/sendsms': ({ ids }) =>
    body({ phoneNumber: '08031234567', message: 'Matrix', accountNumber: ids.account }),
  'POST /api/operations/v1/sendemail': ({ ids }) =>
    body({ to: 'a@b.example', subject: 'Matrix', body: 'Matrix', attachments: [ids.document] }),
  'PUT /api/entity-additional-metadata/v1/{entityType}/{entityId}': ({ ids }) => ({
    path: { entityType: 'account', entityId: ids.account },
    body: { additionalMetadata: { matrix: true } },
  }),
  'POST /api/postings/v1/posttransaction': ({ ids }) =>
    body({ debitAccount: ids.account, creditAccount: ids.ledger, amount: 1, narration, referenceNumber: reference() }),
  'POST /api/postings/v1/post': (at) => body({ entries: entries(at), referenceNumber: reference(), narration }),
  'POST /api/postings/v1/reversetransaction': ({ ids }) => body({ referenceNumber: ids.posting, reason }),
  'POST /api/transfer/v1/localfundtransfer': ({ ids }) =>
    body({
      debitAccount: ids.account,
      creditAccount: ids.ledger,
      amount: 1,
      narration,
      feeCharge: 1,
      feeIncomeGL: '4010',
    }),
  'POST /api/transfer/v1/bulk': ({ ids, field }) =>
    body({
      debitAccount: ids.account,
      rowCount: 1,
      totalAmount: 1,
      rows: [field === 'body.rows[].nameEnquiryRef' ? outwardRow(ids) : localRow(ids)],
    }),
  'GET /api/transfer/v1/bulk/{referenceNumber}': ({ ids }) => ({ path: { referenceNumber: ids.bulkTransfer } }),
  'GET /api/admin/v1/bulk-transfers/{referenceNumber}': ({ ids }) => ({ path: { referenceNumber: ids.bulkTransfer } }),
  'GET /api/admin/v1/bulk-transfers/{referenceNumber}/rows': ({ ids }) => ({
    path: { referenceNumber: ids.bulkTransfer },
  }),
  'GET /api/transfer/v1/bulk/{referenceNumber}/rows': ({ ids }) => ({ path: { referenceNumber: ids.bulkTransfer } }),
  'POST /api/transfer/v1/balanceenquiry': ({ ids }) => body({ accountNumber: ids.account }),
  'POST /api/transfer/v1/outwardtransfer': ({ ids }) => body(outwardBody(ids)),
  'POST /api/transfer/v1/fundstransfer': ({ ids, field }) =>
    body(
      field === 'body.nameEnquiryRef'
        ? outwardBody(ids)
        : {
            originatorAccountNumber: ids.account,
            beneficiaryAccountNumber: ids.corporateAccount,
            amount: 1,
            transactionReference: reference(),
          },
    ),
  'POST /api/bills/v1/vend': ({ ids }) => body({ ...BILL, accountNumber: ids.account, paymentReference: reference() }),
  'POST /api/bills/v1/tsq': ({ ids }) => body({ paymentReference: ids.vend }),
  'POST /api/card/v1/addcardtoaccount': ({ ids }) =>
    body({ accountNumber: ids.account, serialNumber: reference(), referenceNumber: reference() }),
  'PUT /api/card/v1/providerb/updatecardchannelaccess': ({ ids }) =>
    body({ cardId: ids.card, atm: true, pos: true, web: true }),
  'PUT /api/card/v1/providera/setcardpin': ({ ids }) => body({ cardId: ids.cardOfA, pin: '1234' }),
  'PUT /api/card/v1/providera/blockunblockcard': ({ ids }) => body({ cardId: ids.cardOfA, status: 1 }),
  'PUT /api/card/v1/block': ({ ids }) => body({ cardId: ids.card, reason }),
  'PUT /api/card/v1/unblock': ({ ids }) => body({ cardId: ids.card, reason }),
  'POST /cba/cards/providera/transaction-feedback': (at) => cardTransaction(at, at.ids.cardReferenceOfA),
  'POST /cba/cards/providera/lifecycle-feedback': ({ ids }) =>
    body({ cardReference: ids.cardReferenceOfA, event: 'Activated' }),
  'POST /cba/cards/providerb/transaction-feedback': (at) => cardTransaction(at, at.ids.cardReference),
  'POST /cba/cards/providerb/lifecycle-feedback': ({ ids }) =>
    body({ cardReference: ids.cardReference, event: 'Activated' }),

  'POST /cba/transfers/inward/credit': () => body({ ...INWARD, sessionId: `000013261123${fresh(18)}` }),
  'POST /cba/transfers/inward/name-enquiry': ({ ids }) => body({ accountNumber: ids.account }),
  // A move would change the date under every other request.
  'POST /api/sandbox/v1/clock': () => body({ date: '2026-01-05' }),
  'POST /api/sandbox/v1/reset': () => body({}),
  'POST /api/sandbox/v1/simulate/inward-transfer': ({ ids }) => body({ accountNumber: ids.account, amount: 5 }),
  'POST /api/sandbox/v1/simulate/card-spend': ({ ids }) => body({ accountNumber: ids.account, amount: 5 }),
  'POST /api/sandbox/v1/simulate/loan-collection': ({ ids }) => body({ loanAccountNumber: ids.loanAccount, amount: 5 }),
  'POST /api/admin/v1/inward-transfers/settle': ({ ids }) =>
    body({ sessionId: ids.inwardTransfer, outcome: 'Credited', accountNumber: ids.account, note: reason }),
  'POST /api/loanaccount/v1/add': ({ ids, field }) =>
    body({ ...LOAN, linkedNumber: ids.account, referenceNumber: reference(), ...besideLoanField(field) }),
  'POST /api/loanaccount/v1/disburseloan': ({ ids, field }) =>
    body({ loanAccountNumber: ids.approvedLoanAccount, referenceNumber: reference(), ...besideLoanField(field) }),
  'PUT /api/loanaccount/v1/update': ({ ids, field }) =>
    body({
      ...(field === 'body.id' ? {} : { loanAccountNumber: ids.approvedLoanAccount }),
      notes: 'Matrix',
      ...besideLoanField(field),
    }),
  'POST /api/loanaccount/v1/repayloan': ({ ids }) =>
    body({ loanAccountNumber: ids.loanAccount, amount: 10, collectionsGL: COLLECTIONS, referenceNumber: reference() }),
  'POST /api/loanaccount/v1/earlyrepaymentloan': ({ ids, field }) =>
    body({
      loanAccountNumber: ids.loanAccount,
      paymentOption: 2,
      amount: 1_000,
      referenceNumber: reference(),
      ...(field === 'body.collectionsGL' ? { source: 'CollectionsGL' } : {}),
    }),
  'POST /api/loanaccount/v1/addgrouploan': newGroupLoan,
  'POST /api/loanaccount/v1/disbursegrouploan': ({ ids }) =>
    body({ groupLoanID: ids.approvedGroupLoan, referenceNumber: reference() }),
  'POST /api/loanaccount/v1/repaygrouploan': ({ ids }) =>
    body({
      groupLoanID: ids.groupLoan,
      participantRepayments: [{ id: ids.groupMember, schedules: [{ id: ids.instalment, payPrincipal: true }] }],
    }),
  [`POST ${RECOVERY}/SmsAlert`]: (at) => body({ ...notice(at), phoneNumber: '08031234567', message: 'Matrix' }),
  [`POST ${RECOVERY}/LoanBalanceUpdate`]: (at) =>
    body({ ...notice(at), transactionReference: reference(), debitedAmount: 10, settlementAmount: 10 }),
  [`POST ${RECOVERY}/MandateCreation`]: (at) => body(notice(at)),
  'POST /api/fixeddepositaccount/v1/add': ({ ids }) =>
    body({
      ...DEPOSIT,
      customerID: ids.customer,
      sourceAccount: ids.account,
      liquidationAccount: ids.account,
      referenceNumber: reference(),
    }),
  'POST /api/fixeddepositaccount/v1/topup': ({ ids }) =>
    body({
      accountNumber: ids.fixedDepositAccount,
      topUpAmount: 5,
      sourceAccount: ids.account,
      referenceNumber: reference(),
    }),
  'POST /api/fixeddepositaccount/v1/liquidate': ({ ids }) =>
    body({
      accountNumber: ids.fixedDepositAccount,
      liquidationType: 1,
      liquidationAmount: 5,
      referenceNumber: reference(),
    }),
  'PUT /api/fixeddepositaccount/v1/update': ({ ids }) =>
    body({ accountNumber: ids.fixedDepositAccount, liquidationAccount: ids.account }),

  'POST /api/admin/v1/loans/{id}/approve': () => body({}),
  'POST /api/admin/v1/loans/{id}/reject': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/customers/{customerID}/reveal': () => body({ fields: ['bvn'], reason }),
  'POST /api/admin/v1/loans/{id}/cancel': () => body({ reason }),
  'POST /api/admin/v1/loans/{id}/write-off': () => body({ reason }),
  'POST /api/admin/v1/loans/{id}/stage': () => body({ stage: 2, trigger: 'WatchList', reason }),
  'POST /api/admin/v1/loans/{id}/restructure': restructure,
  'POST /api/admin/v1/loans/{id}/restructure/preview': restructure,
  'POST /api/admin/v1/loans/{id}/write-off/preview': () => ({}),
  'POST /api/admin/v1/loans/{id}/reverse': ({ ids }) => body({ eventId: ids.loanEvent, reason }),
  'POST /api/admin/v1/loans/{id}/rebuild-events': () => body({}),
  'POST /api/admin/v1/loans/{id}/charge': () => body({ component: 'Penalty', amount: 10, reason }),
  'POST /api/admin/v1/loans/{id}/waive': () => body({ penalty: 1, reason }),
  'POST /api/admin/v1/loans/{id}/refund': () => body({ amount: 1, reason }),
  'POST /api/admin/v1/loans/{id}/backdated-repayment': ({ ids }) =>
    body({
      amount: 10,
      collectionsGL: COLLECTIONS,
      valueDate: '2026-01-02',
      referenceNumber: ids.otherReference,
      reason,
    }),
  'POST /api/admin/v1/loans/{id}/move-repayment': ({ ids }) =>
    body({ eventId: ids.loanEvent, loanAccountNumber: ids.approvedLoanAccount, reason }),
  'POST /api/admin/v1/loans/simulate': () =>
    body({
      terms: { principal: '1000', rate: '24', numberOfRepayments: 2, disbursementDate: '2026-01-31' },
      date: '2026-02-10',
    }),
  'POST /api/admin/v1/loans/{id}/apply-security-deposit': () => body({ reason }),
  'POST /api/admin/v1/group-loans/{id}/approve': () => body({}),
  'POST /api/admin/v1/group-loans/{id}/reject': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/group-loans/{id}/write-off': () => body({ reason }),
  'POST /api/admin/v1/group-loans/{id}/restructure': restructure,
  'POST /api/admin/v1/end-of-day/exceptions/rerun': ({ ids }) => body({ date: ids.closedDay }),
  'POST /api/admin/v1/accounting-periods/close': ({ ids }) => body({ period: ids.period }),
  'POST /api/admin/v1/accounts/post-interest': ({ ids }) => body({ accountNumber: ids.account }),
  'POST /api/admin/v1/bills/confirm': ({ ids }) =>
    body({ paymentReference: ids.vend, outcome: 'Reversed', evidence: reason }),
  'POST /api/admin/v1/settlement-lines/{lineId}/confirm': () => body({}),
  'POST /api/admin/v1/settlement-reports/{reportId}/match': () => body({}),
  'POST /api/admin/v1/settlement-reports': () => body(settlementReport([fresh(18)])),
  'POST /api/admin/v1/transfers/confirm': ({ ids }) =>
    body({ transactionReference: ids.outwardTransfer, outcome: 'Reversed', evidence: reason }),
  'POST /api/admin/v1/accounts/freeze': onAccount,
  'POST /api/admin/v1/accounts/unfreeze': onAccount,
  'POST /api/admin/v1/virtual-accounts/close': ({ ids }) => body({ accountNumber: ids.virtualAccount, reason }),
  'POST /api/admin/v1/aml/scenarios': () => {
    const code = `matrix-${fresh(8).toLowerCase()}`;
    return body({ code, definition: scenarioDefinition(code) });
  },
  'POST /api/admin/v1/aml/scenarios/validate': () => body({ definition: scenarioDefinition('matrix') }),
  'PUT /api/admin/v1/aml/scenarios/{scenarioCode}': ({ ids }) => body({ definition: scenarioDefinition(ids.scenario) }),
  'POST /api/admin/v1/aml/scenarios/{scenarioCode}/live': () => body({ version: 1 }),
  'POST /api/admin/v1/aml/scenarios/{scenarioCode}/shadow': () => body({}),
  'POST /api/admin/v1/aml/scenarios/{scenarioCode}/shadow/stop': () => body({}),
  'POST /api/admin/v1/aml/scenarios/{scenarioCode}/retire': () => body({}),
  'POST /api/admin/v1/aml/scenarios/{scenarioCode}/backtests': () => body({ version: 1, days: 30 }),
  'PUT /api/admin/v1/aml/scenario-groups/{groupCode}': () =>
    body({
      definition: {
        schema: 1,
        code: 'mule-signs',
        publicName: 'Review',
        title: 'Matrix',
        members: [{ scenario: 'pass-through', weightPercent: 100 }],
        alertAt: 60,
      },
      active: false,
    }),
  'POST /api/admin/v1/aml/rules': () => body(amlRule),
  'POST /api/admin/v1/aml/alerts/close': ({ ids }) =>
    body({ alertIds: [ids.amlAlert], reasonCode: 'no-risk', note: 'Matrix' }),
  'POST /api/admin/v1/aml/alerts/{alertId}/case': () => body({}),
  'POST /api/admin/v1/aml/alerts/{alertId}/review': () => body({ agrees: true }),
  'POST /api/admin/v1/aml/cases': ({ ids }) =>
    body({ customerID: ids.customer, queue: 'aml', priority: 'low', note: 'Matrix' }),
  'PUT /api/admin/v1/aml/cases/{caseId}/owner': ({ ids }) => body({ staffID: ids.staff }),
  'PUT /api/admin/v1/aml/cases/{caseId}/status': () => body({ status: 'in-progress' }),
  'POST /api/admin/v1/aml/cases/{caseId}/notes': () => body({ text: 'Matrix' }),
  'POST /api/admin/v1/aml/cases/{caseId}/evidence': ({ ids }) =>
    body({ documentId: ids.document, description: 'Matrix' }),
  'POST /api/admin/v1/aml/cases/{caseId}/files': () =>
    body({ fileName: 'matrix.pdf', description: 'Matrix', content: PDF }),
  'PUT /api/admin/v1/aml/cases/{caseId}/narrative': () => body({ who: 'Matrix' }),
  'POST /api/admin/v1/aml/cases/{caseId}/links': ({ ids }) => body({ caseId: ids.amlCase, reason }),
  'POST /api/admin/v1/aml/cases/{caseId}/proposal': () =>
    body({ outcome: 'no-action', reasonCode: 'no-evidence', rationale: 'Matrix' }),
  'POST /api/admin/v1/aml/cases/{caseId}/return': () => body({ text: 'Matrix' }),
  'POST /api/admin/v1/aml/cases/{caseId}/close': () => body({}),
  'POST /api/admin/v1/aml/cases/{caseId}/reopen': () => body({ text: 'Matrix' }),
  'POST /api/admin/v1/aml/cases/{caseId}/review': () => body({ agrees: true, note: 'Matrix' }),
  'POST /api/admin/v1/nfiu-reports': ({ ids }) =>
    body({
      kind: 'STR',
      customerID: ids.customer,
      caseId: ids.amlCase,
      postings: [ids.posting],
      reason,
      indicators: ['MA1'],
    }),
  'PUT /api/admin/v1/nfiu-reports/{nfiuReportId}': ({ ids }) =>
    body({ conductors: [{ posting: ids.posting, firstName: 'Ada', lastName: 'Okafor' }] }),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/check': () => body({}),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/approve': () => body({}),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/export': () => body({}),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/return': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/withdraw': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/submitted': () => body({ filingReceipt: 'Matrix' }),
  'POST /api/admin/v1/nfiu-reports/{nfiuReportId}/outcome': () => body({ outcome: 'accepted', note: 'Matrix' }),
  'POST /api/admin/v1/fraud-complaints': ({ ids }) =>
    body({ posting: ids.localPosting, disputedAmount: 1, description: 'Matrix' }),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/acknowledge': () => body({}),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/protect': () => body({ measure: 'lien' }),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/recall': () => body({}),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/conclude': () =>
    body({ verdict: 'rejected', rationale: 'Matrix' }),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/refund': () => body({}),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/release': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/fraud-complaints/{complaintId}/refunded': ({ ids }) => body({ posting: ids.posting }),
  'POST /api/admin/v1/watch-lists': () => body(newWatchList(`matrix-${fresh(8).toLowerCase()}`)),
  'POST /api/admin/v1/watch-lists/{listCode}/versions': () => body(watchListFile(`OWN-1,Matrix ${fresh(8)}`)),
  'POST /api/admin/v1/watch-lists/{listCode}/activate': () => body({ version: 1 }),
  'PUT /api/admin/v1/watch-lists/{listCode}/source': () => body({ url: 'https://publisher.example/own.csv' }),
  'POST /api/admin/v1/watch-lists/{listCode}/source/fetch': () => body({}),
  'PUT /api/admin/v1/customers/{customerID}/due-diligence': () => body({ occupation: 'Matrix' }),
  'POST /api/admin/v1/risk-ratings/{customerID}/override': () => body({ level: 'high', reason, until: '2999-12-31' }),
  'POST /api/admin/v1/risk-ratings/{customerID}/override/approve': () => body({ level: 'high', until: '2999-12-31' }),
  'POST /api/admin/v1/risk-ratings/{customerID}/override/decline': () => body({}),
  'POST /api/admin/v1/risk-ratings/{customerID}/review': () => body({ note: 'Matrix' }),
  'PUT /api/admin/v1/aml/rules/{ruleId}': () => body(amlRule),
  'PUT /api/admin/v1/me/preferences': () =>
    body({ theme: 'dark', density: 'compact', pageSize: 20, singleKeys: true, columns: [] }),
  'POST /api/admin/v1/exports': () => body({ report: 'accounts', format: 'CSV' }),
  'POST /api/admin/v1/exports/{exportId}/cancel': () => body({}),
  'POST /api/admin/v1/me/views': () => body({ page: 'matrix', name: 'Matrix', search: '' }),
  'PATCH /api/admin/v1/me/views/{viewId}': () => body({ name: 'Matrix' }),
  'POST /api/admin/v1/customers/{customerID}/notes': () => body({ text: 'Matrix' }),
  'POST /api/admin/v1/aml/rules/try': () => body({ rule: amlRule, days: 30 }),
  'POST /api/admin/v1/aml/holds/decide': ({ ids }) =>
    body({ decisions: [{ approvalId: ids.amlHold, verdict: 'approve', note: 'Matrix' }] }),
  'POST /api/admin/v1/approvals/decide': ({ ids }) =>
    body({ decisions: [{ approvalId: ids.approval, verdict: 'decline', note: 'Matrix' }] }),
  'POST /api/admin/v1/aml/holds/{approvalId}/notes': () => body({ text: 'Matrix' }),
  'POST /api/admin/v1/approvals/{approvalId}/notes': () => body({ text: 'Matrix' }),
  'PUT /api/admin/v1/aml/holds/{approvalId}/assignee': () => body({ staffID: null }),
  'PUT /api/admin/v1/approvals/{approvalId}/assignee': () => body({ staffID: null }),
  'POST /api/admin/v1/aml/holds/{approvalId}/approve': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/aml/holds/{approvalId}/decline': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/aml/holds/{approvalId}/withdraw': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/customers/{customerID}/export': () => body({ reason }),
  'POST /api/admin/v1/customers/{customerID}/legal-hold': () => body({ reason, reference: reference() }),
  'DELETE /api/admin/v1/customers/{customerID}/legal-hold': () => body({ reason }),
  'POST /api/admin/v1/approvals/{approvalId}/approve': () => body({}),
  'POST /api/admin/v1/approvals/{approvalId}/decline': () => body({ note: 'Matrix' }),
  'POST /api/admin/v1/approvals/{approvalId}/withdraw': () => body({}),
  'PUT /api/admin/v1/approval-policies/{policyId}': () => body({ operation: 'overdraft', amountFloor: 900_000 }),
  'POST /api/sandbox/v1/approve': ({ ids }) => body({ approvalId: ids.approval }),
  'POST /api/admin/v1/api-clients': () => body({ name: 'Matrix' }),
  'PATCH /api/admin/v1/api-clients/{clientId}': () => body({ name: 'Matrix' }),
  'POST /api/admin/v1/webhooks': ({ ids }) => body({ clientId: ids.client, eventTypes: ['loan.closed'] }),
  'PATCH /api/admin/v1/webhooks/{endpointId}': () => body({ description: 'Matrix' }),
  'POST /api/admin/v1/webhooks/{endpointId}/pause': () => body({}),
  'POST /api/admin/v1/webhooks/{endpointId}/resume': () => body({}),
  'POST /api/admin/v1/webhooks/{endpointId}/rotate-secret': () => body({}),
  'POST /api/admin/v1/webhooks/{endpointId}/replay': () => body({ fromSequence: 1, toSequence: 2 }),
  'GET /api/admin/v1/webhooks/{endpointId}/deliveries/{position}/attempts': () => ({ path: { position: 1 } }),
  'POST /api/admin/v1/branches': () => body({ branchCode: `MX${fresh(6)}`, branchName: 'Matrix' }),
  'PATCH /api/admin/v1/branches/{branchCode}': () => body({ address: '1 Marina' }),
  'POST /api/admin/v1/ledgers': () => body({ code: `MX${fresh(6)}`, name: 'Matrix', category: 'Liability' }),
  'PATCH /api/admin/v1/ledgers/{code}': () => body({ takesFees: false }),
  'POST /api/admin/v1/placements': () => body({ ...placement, referenceNumber: reference() }),
  'PUT /api/admin/v1/placements/{placementId}': () => body(placement),
  'POST /api/admin/v1/placements/{placementId}/close': () => body({ reason }),
  'POST /api/admin/v1/posting-groups': (at) => body({ entries: entries(at), referenceNumber: reference(), narration }),
  'POST /api/admin/v1/postings/{postingReferenceNumber}/reverse': () => body({ reason }),
  'POST /api/admin/v1/products': newProduct,
  'PUT /api/admin/v1/products/{productCode}': (at) => ({
    path: {
      productCode:
        'loanTerms' in terms(at)
          ? loan!.product.productCode
          : 'fixedDepositTerms' in terms(at)
            ? fixedDeposit!.product.productCode
            : at.ids.product,
    },
    body: { productName: 'Matrix', ...terms(at) },
  }),
  'POST /api/admin/v1/products/{productCode}/rates': () => ({
    path: { productCode: 'LN001' },
    body: { name: `Rate ${fresh(6)}`, interestRate: 20 },
  }),
  'PUT /api/admin/v1/products/{productCode}/rates/{rateId}': () => ({
    path: { productCode: 'LN001' },
    body: { interestRate: 20 },
  }),
  'POST /api/admin/v1/products/{productCode}/fees': () => ({
    path: { productCode: 'LN001' },
    body: { name: `Fee ${fresh(6)}`, kind: 'Flat', amount: 1, incomeLedgerCode: '4030', charged: 'Upfront' },
  }),
  'PUT /api/admin/v1/products/{productCode}/fees/{feeId}': () => ({
    path: { productCode: 'LN001' },
    body: { amount: 2 },
  }),
  'POST /api/admin/v1/roles': () => body({ name: `Matrix ${fresh(6)}`, permissions: ['view-branches'] }),
  'PATCH /api/admin/v1/roles/{name}': () => body({ permissions: ['view-branches'] }),
  'POST /api/admin/v1/staff': ({ ids }) =>
    body({
      staffID: `MX${fresh(6)}`,
      name: 'Matrix',
      branchCode: ids.branch,
      email: `m${fresh(6)}@staff.example`,
      roles: [ids.role],
    }),
  'PATCH /api/admin/v1/staff/{staffID}': () => body({ name: 'Matrix' }),
  'POST /api/admin/v1/staff/{staffID}/password': () => body({ note: 'Matrix' }),
  'PUT /api/admin/v1/staff/{staffID}/roles': ({ ids }) => body({ roles: [ids.role] }),
  'POST /api/admin/v1/tills': ({ ids }) =>
    body({ accountNumber: `TILL-${fresh(6)}`, name: 'Till', branchCode: ids.branch, tellerStaffID: MANAGER }),
  'POST /api/admin/v1/tills/{tillId}/counts': () => body({ denominations: [] }),
  'PUT /api/admin/v1/tills/{tillId}': ({ ids }) =>
    body({ name: 'Till', branchCode: ids.branch, tellerStaffID: ids.staff }),
};

/** Actions that take no body. */
const BODILESS = /^(GET|DELETE) |\/(regenerate|deactivate|reactivate|activate|resend|replay|unlock|query)$/;

/** True when the tables have a valid request for the route. */
export const hasValidRequest = ({ name }: DeclaredRoute): boolean => name in BODIES || BODILESS.test(name);

/** A valid request about the records of `house`; `field` will be changed afterwards. */
export function validRequest(route: DeclaredRoute, { ids }: House, field: FieldName): Draft {
  const made = (BODIES[route.name] ?? QUERIES[route.name])?.({ ids, field }) ?? {};
  return route.fields
    .filter((name) => name.startsWith('path.') && made.path?.[name.slice('path.'.length)] === undefined)
    .reduce((draft, name) => {
      const [probe] = probesOf(route, name) ?? [];
      return probe ? withField(draft, name, ids[probe.kind]) : draft;
    }, made);
}
