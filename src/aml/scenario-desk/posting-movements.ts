import { isCounted } from '../../ledger/engine/counted-legs';
import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import { operationOf } from '../../ledger/engine/posting-operation';
import type { LockedAccounts, OnwardPosting, PostingRequest } from '../../ledger/engine/posting-request';
import type {
  AccountFacts,
  CounterpartyFacts,
  CustomerFacts,
  MovementOutcome,
  ScenarioMovement,
} from '../scenarios/scenario-movement';
import { counterpartyOf, type MovementKind, movementKindOf } from './movement-kinds';
import { keptNarration } from './packed-movement';
import { isSamePerson } from './same-person';

/** The product and the owner of an account, which the ledger does not know. */
export interface AccountOwner {
  product?: string;
  customer?: CustomerFacts;
  /** True for the government by the legal form of due diligence; absent where no form is recorded. */
  isGovernment?: boolean;
}

/** Facts that all movements of a batch share. */
export interface MovementSetting {
  accounts: LockedAccounts;
  owners: ReadonlyMap<number, AccountOwner>;
  /** Code of the teller's till, by the id of its ledger. */
  tills: ReadonlyMap<number, string>;
  now: Date;
  /** Minutes that the institution's time is ahead of UTC. */
  utcOffsetMinutes: number;
  /** Amounts by account that earlier postings of the same request add to balances; none of them is applied yet. */
  addedKobo?: ReadonlyMap<number, bigint>;
}

/** The part of a request from which one posting's movements are made. */
type Moved = Pick<PostingRequest, 'legs' | 'operation' | 'narration' | 'nature'> &
  Partial<Pick<PostingRequest, 'parties' | 'examination' | 'repaidLoans'>>;

const DAY_MS = 86_400_000;

/**
 * The movements of a request as scenarios see them before it is posted: one for each customer's account and direction
 * that counts, those of the postings that follow from it included. Each sees the balance that the postings before it
 * leave, as it does when they are posted one after the other.
 */
export function movementsOfRequest(
  request: PostingRequest,
  postingId: number,
  setting: MovementSetting,
  outcome: MovementOutcome,
): ScenarioMovement[] {
  const onward = (request.onward?.postings ?? []).map((posting: OnwardPosting) => ({
    ...posting,
    nature: request.nature,
  }));
  const addedKobo = new Map<number, bigint>();
  return [request, ...onward].flatMap((moved) => {
    const movements = movementsOfPosting(moved, postingId, { ...setting, addedKobo }, outcome);
    for (const { accountId, side, amountKobo } of moved.legs)
      addedKobo.set(accountId, (addedKobo.get(accountId) ?? 0n) + (side === 'credit' ? amountKobo : -amountKobo));
    return movements;
  });
}

/** The movements of one posting, without those that follow from it. A reversal has none: it takes a movement back. */
export function movementsOfPosting(
  moved: Moved,
  postingId: number,
  setting: MovementSetting,
  outcome: MovementOutcome,
): ScenarioMovement[] {
  if (moved.nature.type === 'reversal' || operationOf(moved).opensBooks) return [];
  const amounts = new Map<string, { account: LedgerAccount; direction: 'inflow' | 'outflow'; amountKobo: bigint }>();
  for (const leg of moved.legs) {
    const account = setting.accounts.get(leg.accountId);
    if (account?.kind !== 'customer' || !isCounted(leg)) continue;
    const direction = leg.side === 'debit' ? 'outflow' : 'inflow';
    const key = `${account.id}|${direction}`;
    const known = amounts.get(key);
    if (known) known.amountKobo += leg.amountKobo;
    else amounts.set(key, { account, direction, amountKobo: leg.amountKobo });
  }
  const kind = movementKindOf(moved, setting);
  return [...amounts.values()].map(({ account, direction, amountKobo }) => ({
    postingId,
    at: setting.now.getTime(),
    utcOffsetMinutes: setting.utcOffsetMinutes,
    direction,
    amountKobo,
    endpoint: moved.operation.name,
    outcome,
    narration: keptNarration(moved.narration),
    ...kindFacts(kind, direction),
    account: accountFacts(account, setting),
    ...ownerFacts(account.id, setting),
    ...otherSide(moved, { account, direction }, setting),
    ...(direction === 'outflow' ? repaymentFacts(moved, account.id, setting) : {}),
  }));
}

function kindFacts(
  { channel, purpose, agent, terminal }: MovementKind,
  direction: 'inflow' | 'outflow',
): Pick<ScenarioMovement, 'channel' | 'purpose' | 'agent' | 'terminal'> {
  const isCash = channel === 'cash';
  return {
    channel,
    ...(isCash ? { purpose: direction === 'inflow' ? ('cash-in' as const) : ('cash-out' as const) } : {}),
    ...(purpose === undefined ? {} : { purpose }),
    ...(agent === undefined ? {} : { agent }),
    ...(terminal === undefined ? {} : { terminal }),
  };
}

function accountFacts(
  account: LedgerAccount,
  { owners, now, utcOffsetMinutes, addedKobo }: MovementSetting,
): AccountFacts {
  const { id, kycTier, status, creditsPostedKobo, debitsPostedKobo, openedOn } = account;
  const product = owners.get(id)?.product;
  const today = now.getTime() + utcOffsetMinutes * 60_000;
  return {
    id,
    status,
    balanceBeforeKobo: creditsPostedKobo - debitsPostedKobo + (addedKobo?.get(id) ?? 0n),
    ...(kycTier === null ? {} : { tier: kycTier }),
    ...(product === undefined ? {} : { product }),
    ...(openedOn === null ? {} : { ageDays: Math.max(0, Math.floor((today - Date.parse(openedOn)) / DAY_MS)) }),
  };
}

function ownerFacts(accountId: number, { owners }: MovementSetting): Pick<ScenarioMovement, 'customer'> {
  const customer = owners.get(accountId)?.customer;
  return customer ? { customer } : {};
}

function otherSide(
  moved: Moved,
  side: { account: LedgerAccount; direction: 'inflow' | 'outflow' },
  setting: MovementSetting,
): { counterparty?: CounterpartyFacts } {
  const counterparty = counterpartyOf(moved, side, setting);
  // A file with payees at other institutions has no single other side: one listed payee makes it listed.
  if (!counterparty) return moved.examination?.listsVersion ? { counterparty: examinedStanding(moved) } : {};
  const owner = counterparty.accountId === undefined ? undefined : setting.owners.get(counterparty.accountId);
  const { isPep, isListed } = counterparty.accountId === undefined ? examinedStanding(moved) : (owner?.customer ?? {});
  return {
    counterparty: {
      ...counterparty,
      ...(isPep === undefined ? {} : { isPep }),
      ...(isListed === undefined ? {} : { isListed }),
      ...(owner?.isGovernment === undefined ? {} : { isGovernment: owner.isGovernment }),
      ...(isSameOwner(side.account, counterparty, setting) ? { isSameOwner: true as const } : {}),
    },
  };
}

/** An account of the same customer, or one at another institution under the name of this one. */
function isSameOwner(
  account: LedgerAccount,
  { accountId, name }: CounterpartyFacts,
  { owners }: MovementSetting,
): boolean {
  if (accountId === undefined) return name !== undefined && isSamePerson(account.name, name);
  const customerId = owners.get(account.id)?.customer?.id;
  return customerId !== undefined && owners.get(accountId)?.customer?.id === customerId;
}

/** The loan that a movement repays; of several, the one to which most went. */
function repaymentFacts(
  { repaidLoans }: Moved,
  accountId: number,
  { owners }: MovementSetting,
): Pick<ScenarioMovement, 'loan' | 'purpose'> {
  const [repaid] = (repaidLoans ?? [])
    .filter((loan) => loan.accountId === accountId)
    .sort((a, b) => (a.amountKobo < b.amountKobo ? 1 : -1));
  if (!repaid) return {};
  const { loanId: id, borrowerId, principalKobo, repaidKobo, elapsedPercent } = repaid;
  const payerId = owners.get(accountId)?.customer?.id;
  const paidByOther = payerId !== undefined && payerId !== borrowerId;
  return { purpose: 'loan-repayment', loan: { id, principalKobo, repaidKobo, elapsedPercent, paidByOther } };
}

/** The standing of parties at other institutions by the hits of their names; empty while no list is active. */
function examinedStanding({ examination }: Moved): Pick<CounterpartyFacts, 'isPep' | 'isListed'> {
  if (!examination?.listsVersion) return {};
  return { isPep: examination.isPep, isListed: examination.isListed };
}
