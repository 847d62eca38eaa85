import { isDeepStrictEqual } from 'node:util';
import { freshReference, type TestApp } from '../support/app';
import { eventually } from '../support/eventually';
import { declaredRoutes, type DeclaredRoute, type FieldName, undocumentedRoutes } from './declared-routes';
import { type Probe, probesOf } from './field-kinds';
import type { House } from './house';
import { type Kind, randomLike } from './identifiers';
import { MatrixApp } from './matrix-app';
import { type Answer, answerOf, inParallel, send, type Value, withField } from './requests';
import { snapshotOf } from './snapshot';
import { hasValidRequest, validRequest } from './valid-requests';

/** What an identifier that the institution does not have is answered with, by what it identifies. */
const NOT_FOUND: Partial<Record<Kind, string>> = {
  account: 'ACCOUNT_NOT_FOUND',
  accountId: 'ACCOUNT_NOT_FOUND',
  agent: 'AGENT_NOT_FOUND',
  agentId: 'AGENT_NOT_FOUND',
  amlHold: 'AML_HOLD_NOT_FOUND',
  amlRule: 'AML_RULE_NOT_FOUND',
  approval: 'APPROVAL_NOT_FOUND',
  approvalPolicy: 'APPROVAL_POLICY_NOT_FOUND',
  branch: 'BRANCH_NOT_FOUND',
  card: 'CARD_NOT_FOUND',
  cardOfA: 'CARD_NOT_FOUND',
  cardReference: 'CARD_NOT_FOUND',
  cardReferenceOfA: 'CARD_NOT_FOUND',
  cardTransaction: 'CARD_TRANSACTION_NOT_FOUND',
  cardTransactionOfA: 'CARD_TRANSACTION_NOT_FOUND',
  client: 'API_CLIENT_NOT_FOUND',
  company: 'CUSTOMER_NOT_FOUND',
  corporateAccount: 'ACCOUNT_NOT_FOUND',
  customer: 'CUSTOMER_NOT_FOUND',
  deadLetter: 'DEAD_LETTER_NOT_FOUND',
  document: 'DOCUMENT_NOT_FOUND',
  fundsTransfer: 'TRANSFER_NOT_FOUND',
  ledger: 'LEDGER_NOT_FOUND',
  lien: 'LIEN_NOT_FOUND',
  message: 'MESSAGE_NOT_FOUND',
  outwardTransfer: 'TRANSFER_NOT_FOUND',
  overdraft: 'OVERDRAFT_NOT_FOUND',
  placement: 'PLACEMENT_NOT_FOUND',
  posting: 'POSTING_NOT_FOUND',
  postingGroup: 'POSTING_GROUP_NOT_FOUND',
  product: 'PRODUCT_NOT_FOUND',
  productFee: 'PRODUCT_FEE_NOT_FOUND',
  productRate: 'PRODUCT_RATE_NOT_FOUND',
  reference: 'POSTING_NOT_FOUND',
  role: 'ROLE_NOT_FOUND',
  staff: 'STAFF_NOT_FOUND',
  tillId: 'TILL_NOT_FOUND',
  transfer: 'POSTING_NOT_FOUND',
  vend: 'VEND_NOT_FOUND',
  virtualAccount: 'ACCOUNT_NOT_FOUND',
};

/** Fields that answer otherwise than their kind: the end of `route field`, status and code. */
const ANSWERS: [RegExp, number, string][] = [
  [/ body\.accountOfficerStaffID$/, 404, 'ACCOUNT_OFFICER_NOT_FOUND'],
  [/ body\.amlApprovalReference$/, 422, 'AML_REFERENCE_REJECTED'],
  [/ body\.(debitAccount|creditAccount|entries\[\]\.account)$/, 404, 'ACCOUNT_NOT_FOUND'],
  [/ (path|body)\.entityId$| query\.EntityId$/, 404, 'ENTITY_NOT_FOUND'],
  [/searchcards query\.accountNumber$/, 404, 'ACCOUNT_NOT_FOUND'],
  [/ body\.nameEnquiryRef$/, 422, 'NAME_ENQUIRY_NOT_FOUND'],
  [/\/confirm body\./, 404, 'PAYOUT_NOT_FOUND'],
  [/reversetransaction body\.referenceNumber$/, 404, 'POSTING_NOT_FOUND'],
  [/tsq\/local query\.referenceNumber$/, 404, 'TRANSFER_NOT_FOUND'],
  [/gettillbalancebyaccountnumber query\.AccountNumber$/, 404, 'TILL_NOT_FOUND'],
];

/** What the caller chooses himself, once in his institution: another's use of it is no reason to refuse. */
const CHOSEN = new Set([
  'POST /api/account/v1/createcustomeraccount body.referenceNumber',
  'POST /api/account/v1/createcustomeraccount body.bvn',
  'POST /api/account/v1/createcustomeraccount body.nin',
  'POST /api/account/v1/createaccount body.referenceNumber',
  'POST /api/account/v1/createvirtualaccount body.referenceNumber',
  'POST /api/account/v1/createvirtualaccount body.bvn',
  'POST /api/account/v1/createvirtualaccount body.nin',
  'POST /api/account/v1/creategroupcustomerinformation body.referenceNumber',
  'POST /api/account/v1/creategroupcustomerinformation body.registrationNumber',
  'PUT /api/account/v1/updatecustomerinformation body.bvn',
  'PUT /api/account/v1/updatecustomerinformation body.nin',
  'PUT /api/account/v1/updategroupcustomerinformation body.referenceNumber',
  'PUT /api/account/v1/updategroupcustomerinformation body.registrationNumber',
  'POST /api/accountlien/v1/placelien body.referenceNumber',
  'POST /api/accountoverdraft/v1/add body.referenceNumber',
  'POST /api/agent/v1/add body.referenceNumber',
  'PUT /api/agent/v1/update body.referenceNumber',
  'POST /api/postings/v1/posttransaction body.referenceNumber',
  'POST /api/postings/v1/post body.referenceNumber',
  'POST /api/transfer/v1/outwardtransfer body.transactionReference',
  'POST /api/transfer/v1/fundstransfer body.transactionReference',
  'POST /api/bills/v1/vend body.paymentReference',
  'POST /api/card/v1/addcardtoaccount body.referenceNumber',
  'POST /cba/cards/providera/transaction-feedback body.transactionReference',
  'POST /cba/cards/providerb/transaction-feedback body.transactionReference',
  'POST /api/admin/v1/posting-groups body.referenceNumber',
  'POST /api/admin/v1/placements body.referenceNumber',
  'PUT /api/admin/v1/placements/{placementId} body.referenceNumber',
  'POST /api/admin/v1/branches body.branchCode',
  'POST /api/admin/v1/ledgers body.code',
  'POST /api/admin/v1/products body.productCode',
  'POST /api/admin/v1/roles body.name',
  'POST /api/admin/v1/staff body.staffID',
  'POST /api/admin/v1/tills body.accountNumber',
]);

/** Routes that name no record of an institution. */
const WITHOUT_IDENTIFIERS = [
  'POST /api/auth/v1/authenticate',
  'GET /api/account/v1/listbranches',
  'GET /api/bills/v1/billers',
  'GET /api/bills/v1/getcustomerinformation',
  'GET /api/entity-additional-metadata/v1/supported-entity-types',
  'GET /api/transfer/v1/banks',
  'GET /api/transfer/v1/nameenquiry',
  'GET /api/utility/v1/cities',
  'GET /api/utility/v1/countries',
  'GET /api/utility/v1/regions',
  'POST /api/admin/v1/login',
  'GET /api/admin/v1/me',
  'POST /api/admin/v1/me/password',
  'GET /api/admin/v1/aml/rules',
  'GET /api/admin/v1/aml/screening',
  'PUT /api/admin/v1/aml/screening',
  'GET /api/admin/v1/aml/screening-report',
  'GET /api/admin/v1/aml/suspicious-transactions',
  'GET /api/admin/v1/approval-policies',
  'POST /api/admin/v1/approval-policies',
  'GET /api/admin/v1/approvals',
  'GET /api/admin/v1/audit-log',
  'GET /api/admin/v1/bills/unresolved',
  'GET /api/admin/v1/configuration',
  'PUT /api/admin/v1/configuration/{key}',
  'DELETE /api/admin/v1/configuration/{key}',
  'GET /api/admin/v1/configuration/integrations',
  'GET /api/admin/v1/dead-letters',
  'GET /api/admin/v1/ledger/proof',
  'GET /api/admin/v1/ledger/trial-balance',
  'GET /api/admin/v1/messages/channels',
  'GET /api/admin/v1/notification-templates',
  'PUT /api/admin/v1/notification-templates/{event}/{channel}',
  'DELETE /api/admin/v1/notification-templates/{event}/{channel}',
  'POST /api/admin/v1/notification-templates/{event}/{channel}/preview',
  'GET /api/admin/v1/permissions',
  'GET /api/admin/v1/roles',
  'GET /api/admin/v1/transfers/unresolved',
];

/** What the lists show of one's own records, so that it means something when they show nothing of another's. */
const LISTED: Kind[] = ['account', 'agent', 'amlHold', 'amlRule', 'approval', 'approvalPolicy', 'branch', 'card', 'cardReference', 'cardTransaction', 'client', 'customer', 'deadLetter', 'ledger', 'lien', 'message', 'outwardTransfer', 'overdraft', 'placement', 'postingGroup', 'product', 'role', 'staff', 'till', 'transfer', 'vend'];

interface Case {
  route: DeclaredRoute;
  field: FieldName;
  probe: Probe;
  /** `route field`, and the kind of identifier that is put into it. */
  name: string;
}

const ROUTES = declaredRoutes();
const CASES: Case[] = ROUTES.filter(hasValidRequest).flatMap((route) =>
  route.fields.flatMap((field) => (probesOf(route, field) ?? []).map((probe) => ({ route, field, probe, name: `${route.name} ${field} (${probe.kind})` }))),
);
const isChosen = ({ route, field }: Case): boolean => CHOSEN.has(`${route.name} ${field}`);
const LISTS = ROUTES.filter(({ method, answersList, fields }) => method === 'get' && answersList && fields.includes('query.PageSize'));
const ASKED = CASES.filter((one) => !isChosen(one));

/** Status, code and rows of the answer to somebody else's identifier, and to one that nobody has. */
function expectedOf({ route, field, probe }: Case): Partial<Answer> {
  const special = ANSWERS.find(([pattern]) => pattern.test(`${route.name} ${field}`));
  if (special) return { status: special[1], code: special[2] };
  return route.answersList && field.startsWith('query.') ? { status: 200, code: undefined, recordCount: 0 } : { status: 404, code: NOT_FOUND[probe.kind] };
}

/** Row-level security hides what the code forgets to ask for, and has tests of its own: here the code stands alone. */
async function dropRowLevelSecurity(app: TestApp): Promise<void> {
  const tables = await app.rows<{ name: string }>(`SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relrowsecurity`);
  await app.rows(tables.map(({ name }) => `ALTER TABLE "${name}" DISABLE ROW LEVEL SECURITY`).join('; '));
}

describe('identifiers of another institution', () => {
  let matrix: MatrixApp;
  let app: TestApp;
  let own: House;
  let other: House;
  let before: Record<string, string>;
  /** The answers to a foreign and to a random identifier, by the case's name. */
  const answers = new Map<string, { foreign: Answer; random: Answer }>();
  const chosen = new Map<string, Answer>();
  /** What lists answer that are asked for nothing in particular. */
  let lists: string;

  beforeAll(async () => {
    matrix = await MatrixApp.start();
    app = matrix.app;
    [own, other] = await Promise.all([matrix.ownHouse(), matrix.otherHouse()]);
    await finishWork();
    await dropRowLevelSecurity(app);
    before = await snapshotOf(app, other.institutionId);
    await inParallel(ASKED, async (one) => {
      const identifier = other.ids[one.probe.kind];
      answers.set(one.name, { foreign: await ask(one, identifier), random: await ask(one, randomLike(identifier)) });
    });
    lists = (await inParallel(LISTS, (route) => send(app, route, { query: { PageSize: 200 } }, own.tokens[route.audience]))).map(({ text }) => text).join();
    // What is chosen is had afterwards, so these come when nobody asks for it any more.
    await inParallel(CASES.filter(isChosen), async (one) => chosen.set(one.name, await ask(one, other.ids[one.probe.kind])));
  }, 120_000);
  afterAll(() => matrix?.close());

  /** Lets the other institution's work that looks after what is done already run now instead of in some seconds. */
  async function finishWork(): Promise<void> {
    const soon = `institution_id = $1 AND due_at < now() + interval '5 minutes'`;
    await app.rows(`UPDATE job_due SET due_at = now() WHERE ${soon}`, [other.institutionId]);
    await eventually(async () => expect(await app.rows(`SELECT kind FROM job_due WHERE ${soon}`, [other.institutionId])).toEqual([]));
  }

  /** The answer with the identifier, if it is repeated, blanked out. */
  async function ask({ route, field, probe }: Case, identifier: Value): Promise<Answer> {
    const beside = Object.entries(probe.beside ?? {}) as [FieldName, Value][];
    const draft = beside.reduce((made, [name, value]) => withField(made, name, value), withField(validRequest(route, own, field), field, identifier));
    const answer = answerOf(await send(app, route, draft, own.tokens[route.audience]));
    return { ...answer, message: answer.message.replaceAll(String(identifier), '…') };
  }

  it('are put into every field of every route that names a record', () => {
    const undescribed = ROUTES.flatMap((route) => route.fields.filter((field) => probesOf(route, field) === undefined).map((field) => `${route.name} ${field}`));
    const impossible = new Set(ROUTES.filter((route) => !hasValidRequest(route) && !WITHOUT_IDENTIFIERS.includes(route.name)).map(({ name }) => name));
    expect({
      'fields to describe in field-kinds.ts': undescribed,
      'routes that need a body in valid-requests.ts': [...impossible],
      'routes that `npm run openapi` would write down': undocumentedRoutes(app),
      'chosen fields that are no more': [...CHOSEN].filter((name) => !CASES.some(({ route, field }) => `${route.name} ${field}` === name)),
    }).toEqual({
      'fields to describe in field-kinds.ts': [],
      'routes that need a body in valid-requests.ts': [],
      'routes that `npm run openapi` would write down': [],
      'chosen fields that are no more': [],
    });
  });

  it('have no place in the other routes', () => {
    const unnamed = ROUTES.filter((route) => route.fields.every((field) => probesOf(route, field)?.length === 0)).map(({ name }) => name);
    expect(unnamed.sort()).toEqual([...WITHOUT_IDENTIFIERS].sort());
  });

  it('are answered like identifiers that nobody has', () => {
    const wrong = ASKED.map((one) => ({ case: one.name, expected: expectedOf(one), ...answers.get(one.name)! })).filter(
      ({ expected, foreign, random }) => !isDeepStrictEqual(foreign, random) || !isDeepStrictEqual(foreign, { ...foreign, ...expected }),
    );
    expect(wrong).toEqual([]);
  });

  it('are free to be chosen where the caller chooses', () => {
    expect([...chosen].filter(([, { status }]) => status !== 200)).toEqual([]);
    expect(chosen.size).toBe(CHOSEN.size);
  });

  it('stand in no list', () => {
    const shown = ({ ids }: House): Kind[] => (Object.keys(ids) as Kind[]).filter((kind) => new RegExp(`:${JSON.stringify(ids[kind])}[,}]`).test(lists));
    expect(shown(other)).toEqual([]);
    expect(LISTED.filter((kind) => !shown(own).includes(kind))).toEqual([]);
  });

  it('do not make a request-reference a used one', async () => {
    const body = { accountNumber: own.ids.account, amount: 1, referenceNumber: freshReference() };
    const placed = await app.post('/api/accountlien/v1/placelien', body, { reference: other.ids.transfer });
    expect([placed.status, placed.headers['idempotent-replayed']]).toEqual([200, undefined]);
  });

  it('lead to no change of a row', async () => {
    expect(await snapshotOf(app, other.institutionId)).toEqual(before);
    expect(await app.failedProofs()).toEqual([]);
  });
});
