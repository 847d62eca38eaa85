import { nairaToKobo } from '../common/money/naira';
import type { StoredMovement } from '../ledger/movements/stored-movement';
import type { PostEntryBody } from '../postings/postings.dto';
import type { BulkTransferRowBody } from '../transfers/bulk/bulk-transfers.dto';
import { OUTWARD_TRANSFER } from '../transfers/outward/outward-transfer-kind';
import type { OutwardTransferBody } from '../transfers/outward/outward-transfers.dto';
import type { AmlHold } from './aml-hold.entity';

/** An account at another institution. */
export interface AccountElsewhere {
  accountNumber: string;
  accountName: string;
  institutionCode: string;
  institutionName: string;
}

/** A party as the request of a movement names it. */
export interface NamedParty {
  number: string;
  /** Its part of the movement, where the request names parts. */
  amountKobo?: bigint;
  /** Set for an account at another institution, whose number may be that of an account here as well. */
  elsewhere?: AccountElsewhere;
}

/** The parties that pay and those that are paid. */
export interface NamedSides {
  from: NamedParty[];
  to: NamedParty[];
}

type Held = Pick<AmlHold, 'movement' | 'sourceAccounts' | 'destinationAccounts'>;

/**
 * The sides of a movement that was stopped, by its stored request. It is pure. Where the request is of a kind that
 * names no parties, those of the hold stand; without any the sides are empty.
 *
 * @param kind of the posting
 * @param movement of the approval that the movement waited for, where there is no hold
 */
export function attemptedSides(kind: string, hold: Held | undefined, movement: StoredMovement | undefined): NamedSides {
  const payload = hold?.movement.payload ?? movement?.payload ?? {};
  const { from, to } = requestedSides(kind, payload);
  return {
    from: from.length > 0 ? from : (hold?.sourceAccounts ?? []).map((number) => ({ number })),
    to: to.length > 0 ? to : (hold?.destinationAccounts ?? []).map((number) => ({ number })),
  };
}

function requestedSides(kind: string, payload: Record<string, unknown>): NamedSides {
  const { entries, rows } = payload;
  const named = (...keys: string[]): NamedParty[] =>
    keys.flatMap((key) => (typeof payload[key] === 'string' ? [{ number: payload[key] }] : []));
  if (Array.isArray(entries)) return sidesOfEntries(entries as PostEntryBody[]);
  // A bill is paid from its `accountNumber`.
  const from = named('debitAccount', 'originatorAccountNumber', 'accountNumber');
  if (Array.isArray(rows)) return { from, to: (rows as BulkTransferRowBody[]).map(partyOfRow) };
  if (kind === OUTWARD_TRANSFER) return { from, to: [beneficiaryOf(payload as unknown as OutwardTransferBody)] };
  return { from, to: named('creditAccount', 'beneficiaryAccountNumber') };
}

function sidesOfEntries(entries: readonly PostEntryBody[]): NamedSides {
  const ofSide = (wanted: PostEntryBody['side']): NamedParty[] =>
    entries
      .filter(({ side }) => side === wanted)
      .map(({ account: number, amount }) => ({ number, amountKobo: nairaToKobo(amount)! }));
  return { from: ofSide('Debit'), to: ofSide('Credit') };
}

/** Only a row to another institution has a name enquiry. */
function partyOfRow(row: BulkTransferRowBody): NamedParty {
  const { creditAccount, amount, bankCode, nameEnquiryRef, beneficiaryName } = row;
  const party = { number: creditAccount, amountKobo: nairaToKobo(amount)! };
  if (!nameEnquiryRef || !bankCode) return party;
  const elsewhere = {
    accountNumber: creditAccount,
    accountName: beneficiaryName ?? creditAccount,
    institutionCode: bankCode,
    institutionName: bankCode,
  };
  return { ...party, elsewhere };
}

function beneficiaryOf(body: OutwardTransferBody): NamedParty {
  const { beneficiaryAccountNumber: accountNumber, beneficiaryAccountName: accountName } = body;
  const { destinationInstitutionCode: institutionCode, beneficiaryBankName: institutionName } = body;
  return { number: accountNumber, elsewhere: { accountNumber, accountName, institutionCode, institutionName } };
}

/**
 * The numbers among these parties that are accounts at other institutions alone: two institutions can have an account
 * with the same number.
 */
export function numbersElsewhere({ from, to }: NamedSides): Set<string> {
  const here = new Set([...from, ...to].flatMap(({ number, elsewhere }) => (elsewhere ? [] : [number])));
  return new Set(to.flatMap(({ number, elsewhere }) => (elsewhere && !here.has(number) ? [number] : [])));
}
