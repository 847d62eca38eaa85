import * as fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Bank, BankClient, type Reply } from './bank';
import { type AnswerClass, History } from './history';
import { chooseOperation, type Known, type Operation } from './operations';
import { Random } from './random';

/** The load generator, a process of its own: `workload.ts <bank.json> <history> <seed> <seconds> <clients>`. */
const [bankFile, historyFile, seed, seconds, clients] = process.argv.slice(2) as [string, string, string, string, string];

const bank = JSON.parse(fs.readFileSync(bankFile, 'utf8')) as Bank;
const client = new BankClient(bank);
const history = new History(historyFile);
const random = new Random(Number(seed));
const endAt = performance.now() + Number(seconds) * 1000;

const ATTEMPTS_MAX = 5;
const RETRY_MS = 400;
const REMEMBERED_MAX = 500;
/** Of what succeeded, sent once more: the answer must be the same. */
const REPLAYED_SHARE = 0.1;
const BANK_CODE = '000013';

let operations = 0;

const known: Known = { reversible: [], liens: [], enquire };

async function enquire(account: string): Promise<{ nameEnquiryRef: string; accountName: string } | undefined> {
  try {
    const { httpStatus, data } = await client.call(operations, 'GET', `/api/transfer/v1/nameenquiry?DestinationAccountNumber=${account}&DestinationInstitutionCode=${BANK_CODE}`);
    return httpStatus === 200 ? (data as { nameEnquiryRef: string; accountName: string }) : undefined;
  } catch {
    return undefined;
  }
}

function classOf({ httpStatus, data }: Reply): AnswerClass {
  if (httpStatus === 200) return 'ok';
  if (httpStatus === 202) return 'accepted';
  // Neither says that the request was refused: it is being executed, or was not looked at.
  const isOpen = httpStatus >= 500 || httpStatus === 401 || httpStatus === 429 || data.statusCode === 'REQUEST_IN_PROGRESS';
  return isOpen ? 'unknown' : 'refused';
}

/** One attempt, with its answer in the history. */
async function attempt(id: number, process: number, { path, body }: Operation, reference: string): Promise<{ class: AnswerClass; data: Record<string, unknown> }> {
  try {
    const reply = await client.call(process, 'POST', path, { body, reference });
    const answer = { type: 'answer' as const, id, class: classOf(reply), httpStatus: reply.httpStatus, code: reply.data.statusCode as string | undefined, data: reply.data };
    history.write(answer);
    return answer;
  } catch {
    history.write({ type: 'answer', id, class: 'unknown', httpStatus: null });
    return { class: 'unknown', data: {} };
  }
}

/** One operation, or rivals under one reference. */
async function perform(chosen: Operation): Promise<void> {
  const reference = `T${seed}-${operations + 1}`;
  const { rivals = [], ...own } = chosen;
  // Consecutive numbers: different processes.
  await Promise.all([own.body, ...rivals].map((body) => settle({ ...own, body }, reference)));
}

/** Sends a request until somebody says what became of it; the same reference each time, so it happens once. */
async function settle(chosen: Operation, reference: string): Promise<void> {
  const id = (operations += 1);
  const operation = chosen.referenceField === undefined ? chosen : { ...chosen, body: { ...chosen.body, [chosen.referenceField]: reference } };
  history.intend({ type: 'intent', id, operation: operation.operation, reference, path: operation.path, body: operation.body });
  let answer = { class: 'unknown' as AnswerClass, data: {} as Record<string, unknown> };
  for (let tried = 0; tried < ATTEMPTS_MAX && answer.class === 'unknown'; tried += 1) {
    if (tried > 0) await sleep(RETRY_MS * tried);
    const processes = operation.twice ? [id, id + 1] : [id + tried];
    const answers = await Promise.all(processes.map((process) => attempt(id, process, operation, reference)));
    answer = answers.find((each) => each.class !== 'unknown') ?? answers[0]!;
  }
  if (answer.class === 'ok' && random.next() < REPLAYED_SHARE) await attempt(id, id + 1, operation, reference);
  await learn(operation, reference, answer);
}

async function learn(operation: Operation, reference: string, answer: { class: AnswerClass; data: Record<string, unknown> }): Promise<void> {
  if (answer.class === 'accepted' && operation.operation === 'large') return release(operation, reference, answer.data);
  if (answer.class !== 'ok') return;
  const { postingReferenceNumber } = answer.data;
  if (operation.operation === 'transfer' && typeof postingReferenceNumber === 'string' && known.reversible.length < REMEMBERED_MAX) known.reversible.push(postingReferenceNumber);
  if (operation.operation === 'lien' && known.liens.length < REMEMBERED_MAX) known.liens.push(reference);
}

/** Staff decide on the hold; the client retries an approved one, twice at once: it is good for one execution. */
async function release(operation: Operation, reference: string, { approvalId, amlApprovalReference }: Record<string, unknown>): Promise<void> {
  const verdict = random.next() < 0.8 ? 'approve' : 'decline';
  try {
    await client.call(operations, 'POST', `/api/admin/v1/aml/holds/${String(approvalId)}/${verdict}`, { body: { note: 'Torture' }, as: 'amlOfficer' });
  } catch {
    return;
  }
  if (verdict === 'decline') return;
  const retry: Operation = { ...operation, operation: 'release', body: { ...operation.body, amlApprovalReference }, twice: true };
  const id = (operations += 1);
  history.intend({ type: 'intent', id, operation: 'release', reference, path: retry.path, body: retry.body });
  for (let tried = 0; tried < ATTEMPTS_MAX; tried += 1) {
    if (tried > 0) await sleep(RETRY_MS * tried);
    const answers = await Promise.all([id, id + 1].map((process) => attempt(id, process, retry, `${reference}-R`)));
    if (answers.some((each) => each.class === 'ok' || each.class === 'refused')) return;
  }
}

async function work(): Promise<void> {
  while (performance.now() < endAt) {
    const operation = await chooseOperation(random, bank, known);
    if (operation) await perform(operation);
  }
}

async function main(): Promise<void> {
  await Promise.all(Array.from({ length: Number(clients) }, () => work()));
  history.close();
}

void main();
