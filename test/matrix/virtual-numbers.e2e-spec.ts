import { openVirtualAccount } from '../accounts/sandbox-accounts';
import { freshReference, type TestApp } from '../support/app';
import { type DeclaredRoute, declaredRoutes, type FieldName } from './declared-routes';
import { type Probe, probesOf } from './field-kinds';
import type { House } from './house';
import type { Kind } from './identifiers';
import { MatrixApp } from './matrix-app';
import { type Answer, answerOf, type Draft, inParallel, send, withField } from './requests';
import { snapshotOf } from './snapshot';
import { validRequest } from './valid-requests';

/** The expected result of a virtual number in an account field. */
const OUTCOMES = {
  refused: { status: 422, code: 'VIRTUAL_ACCOUNT_NOT_ALLOWED' },
  credited: { status: 200, code: undefined },
  shown: { status: 200, code: undefined },
  named: { status: 200, code: undefined },
  'waits to be credited': { status: 202, code: 'PENDING_APPROVAL' },
  'has no card': { status: 404, code: 'CARD_NOT_FOUND' },
  'finds its row': { status: 200, code: undefined, recordCount: 1 },
  'finds nothing': { status: 200, code: undefined, recordCount: 0 },
  closed: { status: 200, code: undefined },
  /** Metadata and documents are kept with records, and a virtual account has none of its own. */
  'is no entity': { status: 404, code: 'ENTITY_NOT_FOUND' },
  /** The field takes a number that is not yet used. */
  'is taken': { status: 409, code: 'LEDGER_CODE_TAKEN' },
} as const;

const RECOVERY = '/api/integrations/recoverypartner/v1/{institutionId}';
const METADATA = '/api/entity-additional-metadata/v1/{entityType}/{entityId}';

/** Their rows name the accounts of transfers and not what kind of account it is. */
const LISTS_OF_TRANSFERS = /transfer\/v1\/search|admin\/v1\/(transfers|postings|search)/;

/** Every account field of every route. The first leg of a compound posting is its debit. */
const FIELDS: Record<string, keyof typeof OUTCOMES> = {
  'GET /api/account/v1/searchaccount query.AccountNumber': 'finds its row',
  'GET /api/account/v1/getbyaccountnumber query.AccountNumber': 'shown',
  'GET /api/account/v1/getaccountbalancebyaccountnumber query.AccountNumber': 'refused',
  'GET /api/account/v1/getextendedbalancebyaccountnumber query.AccountNumber': 'refused',
  'POST /api/account/v1/createvirtualaccount body.parentAccountNumber': 'refused',
  'PUT /api/account/v1/updatecustomeraccount body.id': 'refused',
  'PUT /api/account/v1/activate body.accountNumber': 'refused',
  'PUT /api/account/v1/deactivate body.accountNumber': 'refused',
  'PUT /api/account/v1/unfreeze body.accountNumber': 'refused',
  'POST /api/accountlien/v1/placelien body.accountNumber': 'refused',
  'POST /api/accountoverdraft/v1/add body.accountNumber': 'refused',
  'GET /api/accountoverdraft/v1/search query.AccountNumber': 'refused',
  'POST /api/bills/v1/vend body.accountNumber': 'refused',
  'GET /api/bills/v1/search query.AccountNumber': 'refused',
  'POST /api/card/v1/addcardtoaccount body.accountNumber': 'refused',
  'GET /api/card/v1/searchcards query.accountNumber': 'refused',
  'GET /api/card/v1/providera/searchcards query.accountNumber': 'refused',
  'PUT /api/limit/v1/addupdateaccountlimit body.accountNumber': 'refused',
  'GET /api/limit/v1/getaccountlimit query.AccountNumber': 'refused',
  'POST /api/operations/v1/sendsms body.accountNumber': 'refused',
  'POST /api/operations/v1/uploaddocument body.entityId': 'is no entity',
  'GET /api/operations/v1/searchtillaccounts query.AccountNumber': 'finds nothing',
  'GET /api/operations/v1/gettillbalancebyaccountnumber query.AccountNumber': 'refused',
  [`GET ${METADATA} path.entityId`]: 'is no entity',
  [`PUT ${METADATA} path.entityId`]: 'is no entity',
  [`DELETE ${METADATA} path.entityId`]: 'is no entity',
  'POST /api/postings/v1/closeaccount body.accountNumber': 'refused',
  'POST /api/postings/v1/posttransaction body.debitAccount': 'refused',
  'POST /api/postings/v1/posttransaction body.creditAccount': 'credited',
  'POST /api/postings/v1/post body.entries[].account': 'refused',
  'POST /api/transfer/v1/localfundtransfer body.debitAccount': 'refused',
  'POST /api/transfer/v1/localfundtransfer body.creditAccount': 'credited',
  'POST /api/transfer/v1/bulk body.debitAccount': 'refused',
  'POST /api/transfer/v1/bulk body.rows[].creditAccount': 'credited',
  'POST /api/transfer/v1/outwardtransfer body.originatorAccountNumber': 'refused',
  'POST /api/transfer/v1/fundstransfer body.originatorAccountNumber': 'refused',
  'POST /api/transfer/v1/fundstransfer body.beneficiaryAccountNumber': 'credited',
  'GET /api/transfer/v1/nameenquiry/local query.AccountNumber': 'shown',
  'POST /api/transfer/v1/balanceenquiry body.accountNumber': 'refused',
  'GET /api/transfer/v1/search query.AccountNumber': 'finds its row',
  'POST /cba/transfers/inward/credit body.beneficiaryAccountNumber': 'credited',
  'POST /cba/transfers/inward/name-enquiry body.accountNumber': 'named',
  'POST /api/sandbox/v1/simulate/inward-transfer body.accountNumber': 'credited',
  'POST /api/sandbox/v1/simulate/card-spend body.accountNumber': 'has no card',
  'POST /api/sandbox/v1/simulate/loan-collection body.loanAccountNumber': 'refused',
  'GET /api/admin/v1/books/balance query.AccountNumber': 'refused',
  'GET /api/admin/v1/inward-transfers query.AccountNumber': 'finds nothing',
  'POST /api/admin/v1/inward-transfers/settle body.accountNumber': 'waits to be credited',
  'POST /api/loanaccount/v1/add body.linkedNumber': 'refused',
  'POST /api/loanaccount/v1/add body.accountID': 'refused',
  'POST /api/loanaccount/v1/add body.refinancedLoanNumber': 'refused',
  'POST /api/loanaccount/v1/disburseloan body.loanAccountNumber': 'refused',
  'PUT /api/loanaccount/v1/update body.loanAccountNumber': 'refused',
  'GET /api/loanaccount/v1/search query.LoanAccountNumber': 'refused',
  'GET /api/loanaccount/v1/search query.LinkedNumber': 'refused',
  'GET /api/loanaccount/v1/viewloanschedule query.LoanAccountNumber': 'refused',
  'POST /api/loanaccount/v1/repayloan body.loanAccountNumber': 'refused',
  'POST /api/loanaccount/v1/earlyrepaymentloan body.loanAccountNumber': 'refused',
  'GET /api/loanaccount/v1/loancreditbureau query.loanAccountNumber': 'refused',
  'GET /api/loanaccount/v1/loanaireview query.loanAccountNumber': 'refused',
  'POST /api/loanaccount/v1/addgrouploan body.participants[].loanRequest.accountID': 'refused',
  [`POST ${RECOVERY}/SmsAlert body.loanReference`]: 'refused',
  [`POST ${RECOVERY}/LoanBalanceUpdate body.loanReference`]: 'refused',
  [`POST ${RECOVERY}/MandateCreation body.loanReference`]: 'refused',
  [`GET ${RECOVERY}/LoanDueAmount/{loanReference} path.loanReference`]: 'refused',
  'POST /api/fixeddepositaccount/v1/add body.sourceAccount': 'refused',
  'POST /api/fixeddepositaccount/v1/add body.liquidationAccount': 'refused',
  'POST /api/fixeddepositaccount/v1/topup body.accountNumber': 'refused',
  'POST /api/fixeddepositaccount/v1/topup body.sourceAccount': 'refused',
  'POST /api/fixeddepositaccount/v1/liquidate body.accountNumber': 'refused',
  'PUT /api/fixeddepositaccount/v1/update body.accountNumber': 'refused',
  'PUT /api/fixeddepositaccount/v1/update body.liquidationAccount': 'refused',
  'GET /api/fixeddepositaccount/v1/search query.AccountNumber': 'refused',
  'GET /api/report/v1/requestcustomeraccountstatement query.AccountNumber': 'refused',
  'GET /api/report/v1/exportcustomerstatement query.AccountNumber': 'refused',
  'GET /api/report/v1/requestcustomeraccounthistoryreport query.AccountNumber': 'finds its row',
  'GET /api/report/v1/gettransactioncalloverreport query.AccountNumber': 'refused',
  'GET /api/report/v1/getloanexpectationreport query.LoanAccountNumber': 'refused',
  'GET /api/report/v1/getloantrackingreport query.LoanAccountNumber': 'refused',
  'GET /api/report/v1/getsavingsaccrualhistory query.AccountNumber': 'refused',

  'GET /api/admin/v1/loans query.LoanAccountNumber': 'refused',
  'GET /api/admin/v1/loans query.LinkedNumber': 'refused',
  'GET /api/admin/v1/loans/suspense-changes query.LoanAccountNumber': 'refused',
  'GET /api/admin/v1/portfolio/provisions query.LoanAccountNumber': 'refused',
  'GET /api/admin/v1/accounts query.AccountNumber': 'finds its row',
  'GET /api/admin/v1/accounts/{accountNumber} path.accountNumber': 'shown',
  'GET /api/admin/v1/accounts/{accountNumber}/balance path.accountNumber': 'refused',
  'GET /api/admin/v1/accounts/{accountNumber}/limits path.accountNumber': 'refused',
  'GET /api/admin/v1/accounts/{accountNumber}/movements path.accountNumber': 'finds its row',
  'GET /api/admin/v1/accounts/{accountNumber}/statement path.accountNumber': 'refused',
  'GET /api/admin/v1/accounts/{accountNumber}/timeline path.accountNumber': 'refused',
  'GET /api/admin/v1/overdrafts query.AccountNumber': 'refused',
  'GET /api/admin/v1/transfers query.AccountNumber': 'finds its row',
  'GET /api/admin/v1/bills query.AccountNumber': 'refused',
  'GET /api/admin/v1/bulk-transfers query.DebitAccount': 'finds nothing',
  'GET /api/admin/v1/fixed-deposits query.AccountNumber': 'refused',
  'GET /api/admin/v1/reports/call-over query.AccountNumber': 'refused',
  'POST /api/admin/v1/loans/{id}/move-repayment body.loanAccountNumber': 'refused',
  'POST /api/admin/v1/loans/{id}/refund body.creditAccount': 'refused',
  'POST /api/admin/v1/accounts/post-interest body.accountNumber': 'refused',
  'POST /api/admin/v1/accounts/freeze body.accountNumber': 'refused',
  'POST /api/admin/v1/accounts/unfreeze body.accountNumber': 'refused',
  'GET /api/admin/v1/accounts/status-changes query.AccountNumber': 'finds nothing',
  'GET /api/admin/v1/aml/holds query.AccountNumber': 'finds nothing',
  'POST /api/admin/v1/aml/rules/try body.rule.accountNumber': 'refused',
  'GET /api/admin/v1/postings query.AccountNumber': 'finds its row',
  'GET /api/admin/v1/search query.Query': 'finds its row',
  'POST /api/admin/v1/aml/rules body.accountNumber': 'refused',
  'PUT /api/admin/v1/aml/rules/{ruleId} body.accountNumber': 'refused',
  'GET /api/admin/v1/api-clients query.ParentAccountNumber': 'finds nothing',
  'POST /api/admin/v1/api-clients body.parentAccountNumber': 'refused',
  'GET /api/admin/v1/card-transactions query.AccountNumber': 'finds nothing',
  'GET /api/admin/v1/cards query.AccountNumber': 'finds nothing',
  'GET /api/admin/v1/documents query.EntityId': 'is no entity',
  'GET /api/admin/v1/liens query.AccountNumber': 'refused',
  'GET /api/admin/v1/messages query.AccountNumber': 'finds nothing',
  'POST /api/admin/v1/posting-groups body.entries[].account': 'refused',
  'GET /api/admin/v1/tills query.AccountNumber': 'finds nothing',
  'POST /api/admin/v1/tills body.accountNumber': 'is taken',
  'POST /api/admin/v1/virtual-accounts/close body.accountNumber': 'closed',
};

/** Conditions of the real account for the same request to succeed. */
const PREPARATIONS: Record<string, string> = {
  'PUT /api/account/v1/activate': `UPDATE ledger_account SET status = 'Inactive' WHERE number = $1`,
  'PUT /api/account/v1/unfreeze': `UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`,
  'POST /api/admin/v1/accounts/unfreeze': `UPDATE ledger_account SET status = 'Frozen' WHERE number = $1`,
};
/** Enough for a bill and for a fixed deposit. */
const BALANCE = 100_000;
const NEEDS_AN_EMPTY_ACCOUNT = 'POST /api/postings/v1/closeaccount';
/** An existing deposit accepts only accounts of its customer. */
const ABOUT_A_DEPOSIT = ['POST /api/fixeddepositaccount/v1/topup', 'PUT /api/fixeddepositaccount/v1/update'];
const TAKEN = [200, 202];
/**
 * A new account has no interest, a refinanced loan has the same linked account, a settled loan keeps its payments, and
 * a refund goes to the borrower.
 */
const REFUSED_FOR_OTHER_REASONS: Record<string, string> = {
  'POST /api/loanaccount/v1/add body.refinancedLoanNumber': 'LOAN_TERMS_REFUSED',
  'POST /api/admin/v1/loans/{id}/move-repayment body.loanAccountNumber': 'LOAN_REVERSAL_STOPPED',
  'POST /api/admin/v1/loans/{id}/refund body.creditAccount': 'LOAN_CUSTOMER_MISMATCH',
  'POST /api/admin/v1/accounts/post-interest body.accountNumber': 'NO_ACCRUED_INTEREST',
};

/** Kinds of identifiers that are accounts; a virtual account's number or id can stand in the place of each. */
const ACCOUNTS: Kind[] = [
  'till',
  'account',
  'accountId',
  'approvedLoanAccount',
  'corporateAccount',
  'fixedDepositAccount',
  'loanAccount',
  'virtualAccount',
];

/** Tables that change with any request: claims, background work, and numbers that are allocated beforehand. */
const IN_PASSING = ['api_client', 'job', 'job_due', 'message', 'number_series', 'request_claim'];

interface Case {
  route: DeclaredRoute;
  field: FieldName;
  probe: Probe;
}

const nameOf = ({ route, field }: Case): string => `${route.name} ${field}`;
const outcomeOf = (one: Case): keyof typeof OUTCOMES | undefined => FIELDS[nameOf(one)];

/** An account is named by number or by id; one case of each is enough. */
const CASES: Case[] = declaredRoutes().flatMap((route) =>
  route.fields.flatMap((field) => {
    const probes = (probesOf(route, field) ?? []).filter(({ kind }) => ACCOUNTS.includes(kind));
    const byNumber = probes.find(({ kind }) => kind !== 'accountId');
    const byId = probes.find(({ kind }) => kind === 'accountId');
    return [byNumber, byId].filter((probe) => probe !== undefined).map((probe) => ({ route, field, probe }));
  }),
);
const LISTED = CASES.filter((one) => outcomeOf(one) !== undefined);

describe('virtual account numbers', () => {
  let matrix: MatrixApp;
  let app: TestApp;
  let own: House;
  let requests: { one: Case; withVirtual: Draft; withReal: Draft }[];

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    app = matrix.app;
    own = await matrix.ownHouse();
    requests = await inParallel(LISTED, async (one) => ({ one, ...(await requestsOf(one)) }));
  }, 120_000);
  afterAll(async () => {
    expect(await app.failedProofs()).toEqual([]);
    await matrix.close();
  });

  /** A valid request about records of its own, and the same with a virtual account's number or id in the field. */
  async function requestsOf({ route, field, probe }: Case): Promise<{ withVirtual: Draft; withReal: Draft }> {
    const account = await app.openAccount(route.name === NEEDS_AN_EMPTY_ACCOUNT ? 0 : BALANCE);
    const virtualAccount = await openVirtualAccount(app, own.ids.corporateAccount);
    await app.payIn(virtualAccount, 1);
    const { id: virtualId } = (await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: virtualAccount }))
      .body.data as { id: number };
    if (PREPARATIONS[route.name]) await app.rows(PREPARATIONS[route.name]!, [account]);
    const ids = ABOUT_A_DEPOSIT.includes(route.name)
      ? own.ids
      : { ...own.ids, account, spareAccount: account, ...(await ownerOf(account)) };
    const beside = Object.entries(probe.beside ?? {}) as [FieldName, string][];
    const draft = beside.reduce(
      (made, [name, value]) => withField(made, name, value),
      validRequest(route, { ...own, ids }, field),
    );
    return {
      withVirtual: withField(draft, field, probe.kind === 'accountId' ? virtualId : virtualAccount),
      withReal: withField(draft, field, ids[probe.kind]),
    };
  }

  async function ownerOf(account: string): Promise<{ accountId: number; customer: string }> {
    const { id, customerID } = (await app.get('/api/account/v1/getbyaccountnumber', { AccountNumber: account })).body
      .data as { id: number; customerID: string };
    return { accountId: id, customer: customerID };
  }

  const answers = (of: (typeof requests)[number][], which: 'withVirtual' | 'withReal'): Promise<[string, Answer][]> =>
    inParallel(of, async (request) => [
      nameOf(request.one),
      answerOf(await send(app, request.one.route, request[which], own.tokens[request.one.route.audience])),
    ]);
  const requestsThat = (...outcomes: (keyof typeof OUTCOMES)[]): typeof requests =>
    requests.filter(({ one }) => outcomes.includes(outcomeOf(one)!));
  /** Answers that differ from the table. */
  const wrong = (given: [string, Answer][]): object[] =>
    given
      .map(([name, answer]) => ({ name, says: FIELDS[name], answer }))
      .filter(
        ({ says, answer }) =>
          !Object.entries(OUTCOMES[says!]).every(([key, value]) => answer[key as keyof Answer] === value),
      );

  it('are tried in every account field of every route', () => {
    const undescribed = declaredRoutes().flatMap((route) =>
      route.fields.filter((field) => probesOf(route, field) === undefined).map((field) => `${route.name} ${field}`),
    );
    expect({
      'account fields that the table lacks': [
        ...undescribed,
        ...CASES.filter((one) => outcomeOf(one) === undefined).map(nameOf),
      ],
      'fields of the table that are no more': Object.keys(FIELDS).filter(
        (name) => !CASES.some((one) => nameOf(one) === name),
      ),
    }).toEqual({ 'account fields that the table lacks': [], 'fields of the table that are no more': [] });
  });

  it('are refused except in credit legs and in reads for virtual accounts, and change nothing', async () => {
    const before = await rowsOf();
    expect(
      wrong(await answers(requestsThat('refused', 'is no entity', 'is taken', 'has no card'), 'withVirtual')),
    ).toEqual([]);
    expect(await rowsOf()).toEqual(before);
  });

  it('are the only reason of the refusal: the same request with a real number succeeds', async () => {
    const refused = (await answers(requestsThat('refused', 'is no entity'), 'withReal')).filter(
      ([name, { status, code }]) =>
        !TAKEN.includes(status) && (code === undefined || code !== REFUSED_FOR_OTHER_REASONS[name]),
    );
    expect(refused).toEqual([]);
  });

  it('are shown and found in the reads of the table', async () => {
    expect(wrong(await answers(requestsThat('shown', 'finds its row', 'finds nothing'), 'withVirtual'))).toEqual([]);
    const shown = await inParallel(
      requestsThat('shown', 'finds its row'),
      async ({ one, withVirtual }) =>
        [nameOf(one), (await send(app, one.route, withVirtual, own.tokens[one.route.audience])).text] as const,
    );
    expect(
      shown.filter(([name, text]) => !LISTS_OF_TRANSFERS.test(name) && !text.includes('"isVirtualAccount":true')),
    ).toEqual([]);
  });

  it('are credited, and can be closed', async () => {
    expect(
      wrong(await answers(requestsThat('credited', 'named', 'waits to be credited', 'closed'), 'withVirtual')),
    ).toEqual([]);
  });

  it.each(['/api/postings/v1/post', '/api/admin/v1/posting-groups'])(
    'are credited in a credit leg of %s',
    async (path) => {
      const { one, withVirtual } = requests.find(({ one }) => one.route.path === path && one.route.method === 'post')!;
      const [debit, credit] = withVirtual.body!.entries as { account: string; side: string }[];
      const entries = [
        { ...credit!, side: 'Debit' },
        { ...debit!, side: 'Credit' },
      ];
      expect(
        answerOf(
          await send(
            app,
            one.route,
            { body: { ...withVirtual.body, entries, referenceNumber: freshReference() } },
            own.tokens[one.route.audience],
          ),
        ),
      ).toMatchObject(OUTCOMES.credited);
    },
  );

  /** The rows that a refused request must not change. */
  async function rowsOf(): Promise<Record<string, string>> {
    const rows = await snapshotOf(app, own.institutionId);
    return Object.fromEntries(Object.entries(rows).filter(([table]) => !IN_PASSING.includes(table)));
  }
});
