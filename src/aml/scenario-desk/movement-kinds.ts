import type { LedgerAccount } from '../../ledger/engine/ledger-account.entity';
import type { LockedAccounts, PostingRequest } from '../../ledger/engine/posting-request';
import { ENDPOINT_FACTS } from '../scenarios/endpoint-facts';
import type { CounterpartyFacts, MovementChannel, MovementPurpose } from '../scenarios/scenario-movement';

/** The way of a movement, from its operation and, for cash, from the till that took it. */
export interface MovementKind {
  channel: MovementChannel;
  purpose?: MovementPurpose;
  /** Code of the till. */
  agent?: string;
  /** Terminal of a card. */
  terminal?: string;
}

type Moved = Pick<PostingRequest, 'legs' | 'operation' | 'repaidLoans'>;
type Side = { account: LedgerAccount; direction: 'inflow' | 'outflow' };

/** Names of accounts, as long as the scenarios keep them. */
const NAME_MAX = 100;

export function movementKindOf(
  { legs, operation, repaidLoans }: Moved,
  { tills }: { tills: ReadonlyMap<number, string> },
): MovementKind {
  const till = legs.map(({ accountId }) => tills.get(accountId)).find((code) => code !== undefined);
  if (till !== undefined) return { channel: 'cash', agent: till };
  if (repaidLoans) return { channel: 'loan' };
  const channel = ENDPOINT_FACTS[operation.name]?.channel ?? 'ledger';
  return channel === 'card' ? { channel, ...cardFacts(operation) } : { channel };
}

/** Purpose and terminal of a card payment, from the callback of its provider. */
function cardFacts({ facts }: Moved['operation']): Pick<MovementKind, 'purpose' | 'terminal'> {
  const { transactionType, terminalId } = (facts as PaymentFacts).transaction ?? {};
  return {
    purpose: transactionType === 'Withdrawal' ? 'cash-out' : 'payment',
    ...(terminalId ? { terminal: terminalId.toWellFormed() } : {}),
  };
}

/** The facts of payments that scenarios read; each operation has those that it has. */
interface PaymentFacts {
  transfer?: {
    destinationInstitutionCode?: string;
    beneficiaryAccountNumber?: string;
    beneficiaryAccountName?: string;
    originatorInstitutionCode?: string;
    originatorAccountNumber?: string;
    originatorAccountName?: string;
  };
  transaction?: { transactionType?: string; terminalId?: string | null };
  file?: { debitAccountId?: number };
  debitName?: string;
}

/** The party of a payment that has its account at another institution; undefined for any other operation. */
export function foreignPartyOf({ operation }: Pick<Moved, 'operation'>): CounterpartyFacts | undefined {
  const { transfer } = (operation.facts ?? {}) as PaymentFacts;
  if (!transfer) return undefined;
  if (operation.name === 'outward-transfer' || operation.name === 'bulk-outward-row')
    return abroad(
      transfer.destinationInstitutionCode,
      transfer.beneficiaryAccountNumber,
      transfer.beneficiaryAccountName,
    );
  if (operation.name === 'inward-transfer')
    return abroad(transfer.originatorInstitutionCode, transfer.originatorAccountNumber, transfer.originatorAccountName);
  return undefined;
}

/** The direction in which an operation's party at another institution is the other side. */
const FOREIGN_DIRECTIONS: Readonly<Record<string, Side['direction']>> = {
  'outward-transfer': 'outflow',
  'inward-transfer': 'inflow',
};

/** The other side of a payment from or to another institution; undefined for any other operation. */
export function foreignKeyOf(
  moved: Pick<Moved, 'operation'>,
  direction: Side['direction'],
): CounterpartyFacts | undefined {
  return FOREIGN_DIRECTIONS[moved.operation.name] === direction ? foreignPartyOf(moved) : undefined;
}

/**
 * The other side of a movement: an account at another institution, or the one customer's account of the posting on the
 * other side. Undefined where there is none, or more than one.
 */
export function counterpartyOf(
  moved: Moved,
  { account, direction }: Side,
  { accounts }: { accounts: LockedAccounts },
): CounterpartyFacts | undefined {
  const foreign = foreignKeyOf(moved, direction);
  if (foreign) return foreign;
  const facts = (moved.operation.facts ?? {}) as PaymentFacts;
  if (
    moved.operation.name === 'bulk-transfer-row' &&
    direction === 'inflow' &&
    facts.file?.debitAccountId !== undefined
  )
    return inside(facts.file.debitAccountId, facts.debitName);
  const wanted = direction === 'outflow' ? 'credit' : 'debit';
  const ids = moved.legs
    .filter(({ side, role }) => side === wanted && role === 'principal')
    .map((leg) => leg.accountId);
  const others = [...new Set(ids)]
    .map((id) => accounts.get(id))
    .filter((other) => other?.kind === 'customer' && other.id !== account.id);
  const [other] = others;
  return other && others.length === 1 ? inside(other.id, other.name) : undefined;
}

function inside(accountId: number, name: string | undefined): CounterpartyFacts {
  return {
    key: `account:${accountId}`,
    accountId,
    ...(name === undefined ? {} : { name: name.slice(0, NAME_MAX).toWellFormed() }),
  };
}

function abroad(
  bank: string | undefined,
  number: string | undefined,
  name: string | undefined,
): CounterpartyFacts | undefined {
  if (bank === undefined || number === undefined) return undefined;
  return {
    key: `${bank}:${number}`,
    bank,
    ...(name === undefined ? {} : { name: name.slice(0, NAME_MAX).toWellFormed() }),
  };
}
