import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bank, BankClient, NoAnswerError, type Reply } from './bank';
import { type AnswerClass, History } from './history';
import { approval, disbursement } from './lending';
import { type Known, makeOperation, type Operation, operationKinds } from './operations';
import { Random } from './random';

/**
 * The load generator, a process of its own, until it is told to end: `workload.ts <bank.json> <history> <seed>
 * <clients>`.
 */
const [bankFile, historyFile, seed, clients] = process.argv.slice(2) as [string, string, string, string];

const bank = JSON.parse(fs.readFileSync(bankFile, 'utf8')) as Bank;
const client = new BankClient(bank);
const history = new History(historyFile);
const random = new Random(Number(seed));
const kinds = operationKinds(random);

const ATTEMPTS_MAX = 5;
const RETRY_MS = 400;
/** How long a client waits for a listening process. */
const NOBODY_LISTENS_MS = 60_000;
const REMEMBERED_MAX = 500;
/** Share of the successes that are sent once more: the answer must be the same. */
const REPLAYED_SHARE = 0.1;
/** How often staff start the end of day of the dates that have passed. */
const END_OF_DAY_EVERY_MS = 1_000;
const BANK_CODE = '000013';

interface Outcome {
  class: AnswerClass;
  data: Record<string, unknown>;
}

const UNKNOWN: Outcome = { class: 'unknown', data: {} };

let operations = 0;
let ended = false;

const known: Known = { reversible: [], liens: [], loans: [...bank.loans], enquire };

async function enquire(account: string): Promise<{ nameEnquiryRef: string; accountName: string } | undefined> {
  try {
    const { httpStatus, data } = await client.call(
      operations,
      'GET',
      `/api/transfer/v1/nameenquiry?DestinationAccountNumber=${account}&DestinationInstitutionCode=${BANK_CODE}`,
    );
    return httpStatus === 200 ? (data as { nameEnquiryRef: string; accountName: string }) : undefined;
  } catch {
    return undefined;
  }
}

function classOf({ httpStatus, data }: Reply): AnswerClass {
  if (httpStatus === 200) return 'ok';
  if (httpStatus === 202) return 'accepted';
  // Neither says that the request was refused: it is being executed, or was not looked at.
  const isOpen =
    httpStatus >= 500 || httpStatus === 401 || httpStatus === 429 || data.statusCode === 'REQUEST_IN_PROGRESS';
  return isOpen ? 'unknown' : 'refused';
}

/**
 * One attempt, with its answer in the history. What met no listener has not left: it waits for one, like behind a load
 * balancer.
 */
async function attempt(id: number, process: number, operation: Operation, reference: string): Promise<Outcome> {
  const deadline = performance.now() + NOBODY_LISTENS_MS;
  for (let next = process; ; next += 1) {
    const outcome = await send(id, next, operation, reference);
    if (outcome !== 'not-sent') return outcome;
    if (performance.now() > deadline) return UNKNOWN;
    await sleep(RETRY_MS);
  }
}

async function send(
  id: number,
  process: number,
  { path, body, as }: Operation,
  reference: string,
): Promise<Outcome | 'not-sent'> {
  const asked = { type: 'answer' as const, id, process: process % bank.urls.length };
  try {
    const reply = await client.call(process, 'POST', path, { body, reference, ...(as === undefined ? {} : { as }) });
    const { httpStatus, data, begunAt } = reply;
    history.write({
      ...asked,
      class: classOf(reply),
      begunAt,
      endedAt: Date.now(),
      httpStatus,
      code: data.statusCode as string | undefined,
      data,
    });
    return { class: classOf(reply), data };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    if (error.failure === 'ECONNREFUSED') return 'not-sent';
    history.write({
      ...asked,
      class: 'unknown',
      begunAt: error.begunAt,
      endedAt: Date.now(),
      httpStatus: null,
      failure: error.failure,
    });
    return UNKNOWN;
  }
}

interface References {
  request: string;
  business: string;
}

/** One operation, or rivals. */
async function perform(chosen: Operation): Promise<void> {
  const first = `T${seed}-${operations + 1}`;
  const { rivals = [], share, ...own } = chosen;
  const referencesOf = (index: number): References => {
    const request = share === 'request-reference' || index === 0 ? first : `${first}-${index}`;
    return { request, business: share === 'business-reference' ? first : request };
  };
  // Consecutive numbers: different processes.
  await Promise.all([own.body, ...rivals].map((body, index) => carryOut({ ...own, body }, referencesOf(index))));
}

async function carryOut(chosen: Operation, references: References): Promise<void> {
  const { operation, outcome } = await settle(chosen, references);
  await learn(operation, references, outcome);
}

/** Sends a request until it has a definite answer, with the same reference each time, so that it takes effect once. */
async function settle(
  chosen: Operation,
  { request, business }: References,
): Promise<{ operation: Operation; outcome: Outcome }> {
  const id = (operations += 1);
  const operation =
    chosen.referenceField === undefined
      ? chosen
      : { ...chosen, body: { ...chosen.body, [chosen.referenceField]: business } };
  history.intend({
    type: 'intent',
    id,
    operation: operation.operation,
    requestReference: request,
    reference: business,
    path: operation.path,
    body: operation.body,
  });
  let outcome = UNKNOWN;
  for (let tried = 0; tried < ATTEMPTS_MAX && outcome.class === 'unknown'; tried += 1) {
    if (tried > 0) await sleep(RETRY_MS * tried);
    const processes = operation.twice ? [id, id + 1] : [id + tried];
    const outcomes = await Promise.all(processes.map((process) => attempt(id, process, operation, request)));
    outcome = outcomes.find((each) => each.class !== 'unknown') ?? outcomes[0]!;
  }
  if (outcome.class === 'ok' && random.next() < REPLAYED_SHARE) await attempt(id, id + 1, operation, request);
  return { operation, outcome };
}

async function learn(operation: Operation, references: References, { class: answer, data }: Outcome): Promise<void> {
  if (answer === 'accepted' && operation.operation === 'large') return release(operation, references, data);
  if (answer === 'accepted' && operation.operation === 'lend') return lend(references, data);
  if (answer !== 'ok') return;
  switch (operation.operation) {
    case 'transfer':
      if (known.reversible.length < REMEMBERED_MAX) known.reversible.push(data.postingReferenceNumber as string);
      return;
    case 'lien':
      if (known.liens.length < REMEMBERED_MAX) known.liens.push(references.business);
      return;
    case 'disbursement':
      known.loans.push({
        loanAccountNumber: operation.body.loanAccountNumber as string,
        outstanding: data.principalAmount as number,
      });
      return;
    case 'repayment':
    case 'repay-early':
      known.loans = known.loans.flatMap((loan) =>
        loan.loanAccountNumber === data.loanAccountNumber
          ? stillOwed(loan.loanAccountNumber, data.totalOutstanding as number)
          : [loan],
      );
      return;
  }
}

function stillOwed(loanAccountNumber: string, outstanding: number): Known['loans'] {
  return outstanding > 0 ? [{ loanAccountNumber, outstanding }] : [];
}

/** Staff decide on the hold; the client retries an approved one, twice at once: it is good for one execution. */
async function release(
  operation: Operation,
  { business }: References,
  { approvalId, amlApprovalReference }: Record<string, unknown>,
): Promise<void> {
  const verdict = random.next() < 0.8 ? 'approve' : 'decline';
  try {
    await client.call(operations, 'POST', `/api/admin/v1/aml/holds/${String(approvalId)}/${verdict}`, {
      body: { note: 'Torture' },
      as: 'amlOfficer',
    });
  } catch {
    return;
  }
  if (verdict === 'decline') return;
  const retry: Operation = {
    ...operation,
    operation: 'release',
    body: { ...operation.body, amlApprovalReference },
    twice: true,
  };
  await settle(retry, { request: `${business}-R`, business });
}

/** Staff approve a loan that a client asked for, and the client has it paid out. */
async function lend({ request }: References, { id, loanAccountNumber }: Record<string, unknown>): Promise<void> {
  const { outcome } = await settle(approval(id), { request: `${request}-A`, business: `${request}-A` });
  if (outcome.class !== 'ok') return;
  await carryOut(
    { ...disbursement(loanAccountNumber as string), twice: random.next() < 0.5 },
    { request: `${request}-D`, business: `${request}-D` },
  );
}

async function work(): Promise<void> {
  while (!ended) {
    const operation = await makeOperation(kinds.next().value, random, bank, known);
    if (operation) await perform(operation);
  }
}

/** Staff who ask for the end of the day again and again, at two processes at once; most of the time no day is over. */
async function endDays(): Promise<void> {
  for (let asked = 1; !ended; asked += 1) {
    const reference = `T${seed}-EOD-${asked}`;
    const operation: Operation = {
      operation: 'end-of-day',
      path: '/api/admin/v1/end-of-day/run',
      body: {},
      as: 'administrator',
    };
    const id = (operations += 1);
    history.intend({
      type: 'intent',
      id,
      operation: operation.operation,
      requestReference: reference,
      reference,
      path: operation.path,
      body: {},
    });
    await Promise.all(bank.urls.map((_, process) => attempt(id, process, operation, `${reference}-${process}`)));
    await sleep(END_OF_DAY_EVERY_MS);
  }
}

async function main(): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  process.once('message', () => (ended = true));
  await Promise.all([endDays(), ...Array.from({ length: Number(clients) }, () => work())]);
  history.close();
  process.exit(0);
}

void main();
