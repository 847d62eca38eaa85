import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { wallClock } from '../common/time/calendar';
import { Branch } from '../institutions/branches/branch.entity';
import { Posting, postingReferenceNumber } from '../ledger/engine/posting.entity';
import { PostingEntry } from '../ledger/engine/posting-entry.entity';
import { Payout } from '../payouts/payout.entity';
import { CORRECTION_KIND, debitPostingId, payoutOfCorrection } from '../payouts/payout-reversals';
import { bulkRowPayer } from '../postings/bulk-row-payer';
import { InwardTransfer } from '../transfers/inward/inward-transfer.entity';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';
import { type Attempt, type AttemptedParty, readAttempts } from './attempts-reader';
import { CashLedgers } from './cash-ledgers';
import { FactsReader } from './facts-reader';
import type { Conductors } from './nfiu-report.entity';
import type { ExternalAccountFacts, OwnAccountFacts, PartyFacts, TransactionFacts } from './report-facts';

const OWN_LEDGER: PartyFacts = { kind: 'own-ledger' };
const UNKNOWN: PartyFacts = { kind: 'unknown' };

/** What is read once for all transactions of a report. */
interface Read {
  timeZone: string;
  entries: Map<number, PostingEntry[]>;
  accounts: Map<number, OwnAccountFacts>;
  cash: ReadonlySet<number>;
  senders: Map<number, ExternalAccountFacts>;
  /** Payments to elsewhere, by the posting of their debit. */
  payouts: Map<number, Payout>;
  attempts: Map<number, Attempt>;
  branches: Map<number, string>;
  conductors: Conductors;
  subjectID: string | null;
}

/** The transactions of a report. */
interface TransactionsQuery {
  postingIds: number[];
  conductors: Conductors;
  timeZone: string;
  /** The number of the report's customer; null for a report without one. */
  subjectID: string | null;
}

/** Facts of the transactions of a report, in the order of their ids. */
@Injectable()
export class TransactionsReader {
  constructor(
    private readonly facts: FactsReader,
    private readonly cash: CashLedgers,
  ) {}

  async read(
    tx: Tx,
    institutionId: number,
    { postingIds, conductors, timeZone, subjectID }: TransactionsQuery,
  ): Promise<TransactionFacts[]> {
    const postings = await tx.find(Posting, { where: { institutionId, id: In(postingIds) }, order: { id: 'ASC' } });
    const entries = await entriesOf(tx, institutionId, postings);
    const attempts = await readAttempts(tx, institutionId, postings.filter(isAttempt), subjectID);
    const own = [...attempts.values()]
      .flatMap(({ from, to }) => [from, to])
      .flatMap((side) => (side?.kind === 'own' ? [side.accountId] : []));
    const branchIds = entries.flatMap(({ branchId }) => (branchId === null ? [] : [branchId]));
    const branches = await tx.findBy(Branch, { institutionId, id: In(branchIds) });
    const read: Read = {
      ...{ timeZone, conductors, subjectID },
      entries: grouped(entries),
      accounts: await this.facts.ownAccounts(tx, institutionId, [...entries.map(({ accountId }) => accountId), ...own]),
      cash: await this.cash.ids(tx, institutionId),
      senders: await sendersOf(tx, institutionId, postingIds),
      payouts: await payoutsOf(tx, institutionId, postings),
      attempts,
      branches: new Map(branches.map(({ id, branchName }) => [id, branchName])),
    };
    return postings.map((posting) => transactionFacts(posting, read));
  }
}

/** The principal entries; a row of a bulk transfer is debited to the account that paid its file. */
async function entriesOf(tx: Tx, institutionId: number, postings: Posting[]): Promise<PostingEntry[]> {
  const postingId = In(postings.map(({ id }) => id));
  const entries = await tx.findBy(PostingEntry, { institutionId, postingId, role: 'principal' });
  const payers = new Map<number, number | undefined>();
  for (const posting of postings) payers.set(posting.id, await bulkRowPayer(tx, posting));
  return entries.map((entry) => {
    const payerId = entry.side === 'debit' ? payers.get(entry.postingId) : undefined;
    return payerId === undefined ? entry : { ...entry, accountId: payerId };
  });
}

function grouped(entries: PostingEntry[]): Map<number, PostingEntry[]> {
  const groups = new Map<number, PostingEntry[]>();
  for (const entry of entries) groups.set(entry.postingId, [...(groups.get(entry.postingId) ?? []), entry]);
  return groups;
}

function isAttempt({ status }: Posting): boolean {
  return status !== 'Posted';
}

function isReturned({ id }: Posting, payout: Payout | undefined): boolean {
  return payout !== undefined && (payout.status === 'Reversed' || debitPostingId(payout) !== id);
}

function transactionFacts(posting: Posting, read: Read): TransactionFacts {
  const { id, reference, narration, amountKobo, valueDate, maker, checker, postedAt, createdAt } = posting;
  const legs = read.entries.get(id) ?? [];
  const branchId = legs.find((leg) => leg.branchId !== null)?.branchId;
  return {
    number: postingReferenceNumber(id),
    reference,
    narration,
    at: wallClock(postedAt ?? createdAt, read.timeZone).slice(0, 19),
    valueDate,
    amountKobo: read.attempts.get(id)?.amountKobo ?? subjectKobo(amountKobo, legs, read),
    branchName: branchId ? (read.branches.get(branchId) ?? null) : null,
    maker,
    checker,
    isAttempt: isAttempt(posting),
    isReturned: isReturned(posting, read.payouts.get(id)),
    ...(isAttempt(posting) ? attemptSides(id, read) : postedSides(id, legs, read)),
  };
}

/** The amount that a transaction of more than two entries moved for the customer of the report. */
function subjectKobo(amountKobo: bigint, legs: PostingEntry[], read: Read): bigint {
  if (legs.length <= 2) return amountKobo;
  for (const side of ['debit', 'credit']) {
    const own = legs.filter((leg) => leg.side === side && isOfSubject(leg, read));
    if (own.length > 0) return own.reduce((sum, leg) => sum + leg.amountKobo, 0n);
  }
  return amountKobo;
}

const isOfSubject = ({ accountId }: PostingEntry, { accounts, subjectID }: Read): boolean =>
  accounts.get(accountId)?.holder.customerID === subjectID;

/** The largest principal leg of each side stands for the side, before others one of the customer of the report. */
function postedSides(id: number, legs: PostingEntry[], read: Read): Pick<TransactionFacts, 'from' | 'to'> {
  return {
    from: party(id, largest(legs, 'debit', read), read, read.senders.get(id)),
    to: party(id, largest(legs, 'credit', read), read, receiverOf(read.payouts.get(id))),
  };
}

function largest(legs: PostingEntry[], side: PostingEntry['side'], read: Read): PostingEntry | undefined {
  const ofSide = legs.filter((leg) => leg.side === side);
  const own = ofSide.filter((leg) => isOfSubject(leg, read));
  return (own.length > 0 ? own : ofSide).reduce<PostingEntry | undefined>(
    (most, leg) => (most && most.amountKobo >= leg.amountKobo ? most : leg),
    undefined,
  );
}

function party(
  id: number,
  leg: PostingEntry | undefined,
  read: Read,
  external: ExternalAccountFacts | undefined,
): PartyFacts {
  if (leg === undefined) return external ?? OWN_LEDGER;
  return recordParty(id, leg.accountId, read) ?? external ?? OWN_LEDGER;
}

/** A customer's account, or cash; undefined for any other ledger. */
function recordParty(id: number, accountId: number, { accounts, cash, conductors }: Read): PartyFacts | undefined {
  const own = accounts.get(accountId);
  if (own) return own;
  return cash.has(accountId) ? { kind: 'cash', person: conductors[String(id)] ?? null } : undefined;
}

/** Where a request names one party alone, such as an order of a deposit, the other one is the institution. */
function attemptSides(id: number, read: Read): Pick<TransactionFacts, 'from' | 'to'> {
  const { from, to } = read.attempts.get(id) ?? {};
  const side = (party: AttemptedParty | undefined, other: AttemptedParty | undefined): PartyFacts => {
    if (party === undefined) return other === undefined ? UNKNOWN : OWN_LEDGER;
    return party.kind === 'own' ? (recordParty(id, party.accountId, read) ?? OWN_LEDGER) : party;
  };
  return { from: side(from, to), to: side(to, from) };
}

async function sendersOf(tx: Tx, institutionId: number, ids: number[]): Promise<Map<number, ExternalAccountFacts>> {
  const transfers = await tx.findBy(InwardTransfer, [
    { institutionId, postingId: In(ids) },
    // What waited in suspense came from the sender as well when staff credit it.
    { institutionId, settlementPostingId: In(ids), status: 'Credited' },
  ]);
  return new Map(
    transfers.flatMap(({ postingId, settlementPostingId, ...sender }) => {
      const facts: ExternalAccountFacts = {
        kind: 'external-account',
        accountNumber: sender.originatorAccountNumber,
        accountName: sender.originatorAccountName,
        institutionCode: sender.originatorInstitutionCode,
        institutionName: sender.originatorInstitutionCode,
      };
      return [postingId, settlementPostingId].flatMap((id): [number, ExternalAccountFacts][] =>
        id === null ? [] : [[id, facts]],
      );
    }),
  );
}

async function payoutsOf(tx: Tx, institutionId: number, postings: Posting[]): Promise<Map<number, Payout>> {
  const found = await tx.findBy(Payout, { institutionId, postingId: In(postings.map(({ id }) => id)) });
  const payouts = new Map(found.map((payout) => [payout.postingId, payout]));
  for (const posting of postings) {
    const payout = posting.kind === CORRECTION_KIND ? await payoutOfCorrection(tx, posting) : null;
    if (payout) payouts.set(posting.id, payout);
  }
  return payouts;
}

/** The account at another institution to which a payment went; undefined for any other payment. */
function receiverOf(payout: Payout | undefined): ExternalAccountFacts | undefined {
  if (payout?.kind !== OUTWARD_TRANSFER) return undefined;
  const facts = payout.details as Record<string, string | null>;
  return {
    kind: 'external-account',
    accountNumber: facts.beneficiaryAccountNumber ?? '',
    accountName: facts.beneficiaryAccountName ?? '',
    institutionCode: facts.destinationInstitutionCode ?? '',
    institutionName: facts.beneficiaryBankName ?? '',
  };
}
