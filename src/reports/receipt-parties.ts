import type { LegRole } from '../ledger/engine/posting-entry.entity';
import type { ReportedLeg } from './posting-legs';

/** The payer or the payee. */
export interface Party {
  number: string;
  name: string;
}

/** A charge beside the amount. */
export interface ReceiptCharge {
  role: Extract<LegRole, 'fee' | 'tax'>;
  name: string;
  amountKobo: bigint;
}

/**
 * Roles in their order of importance for a receipt: the amount comes before its charges. A fixed deposit returns its
 * principal as `reversal`, beside its interest. In a posting with only charges the fee is the amount.
 */
const ORDER: readonly LegRole[] = ['principal', 'reversal', 'interest', 'fee', 'tax'];

/** The most important role of a posting's legs. */
function mainRole(legs: readonly Pick<ReportedLeg, 'role'>[]): LegRole | undefined {
  return ORDER.find((role) => legs.some((leg) => leg.role === role));
}

/**
 * The party on a side of the main role; undefined when there are several. All accounts of a loan or deposit are one
 * party.
 */
export function onlyParty(legs: readonly ReportedLeg[], side: ReportedLeg['side']): Party | undefined {
  const onSide = legs.filter((leg) => leg.side === side);
  const role = mainRole(onSide);
  const parties = onSide
    .filter((leg) => leg.role === role)
    .map((leg): Party => ({ number: partyNumber(leg), name: leg.accountName }));
  return parties.every(({ number }) => number === parties[0]!.number) ? parties[0] : undefined;
}

function partyNumber({ contractNumber, accountNumber }: ReportedLeg): string {
  return contractNumber ?? accountNumber;
}

/** The fees and taxes that went to ledgers, by name; a tax that a ledger returns to a customer is not a charge. */
export function chargesOf(legs: readonly ReportedLeg[], side: ReportedLeg['side'] = 'credit'): ReceiptCharge[] {
  const main = mainRole(legs);
  const charges: ReceiptCharge[] = [];
  for (const { side: legSide, role, amountKobo, narration, isLedger } of legs) {
    if (legSide !== side || !isLedger || role === main || (role !== 'fee' && role !== 'tax')) continue;
    const name =
      narration ?? counterpartNarration(legs, { side, role, amountKobo }) ?? (role === 'fee' ? 'Fee' : 'Tax');
    const known = charges.find((charge) => charge.role === role && charge.name === name);
    if (known) known.amountKobo += amountKobo;
    else charges.push({ role, name, amountKobo });
  }
  return charges;
}

/** The customer's narration of a charge whose ledger leg has none, such as the withholding tax of savings interest. */
function counterpartNarration(
  legs: readonly ReportedLeg[],
  charge: Pick<ReportedLeg, 'side' | 'role' | 'amountKobo'>,
): string | null {
  const counterpart = legs.find(
    ({ side, role, amountKobo, narration }) =>
      side !== charge.side && role === charge.role && amountKobo === charge.amountKobo && narration !== null,
  );
  return counterpart?.narration ?? null;
}

/**
 * The legs of a reversal with the roles of the original legs: a mirror has the legs of its original in the same order.
 * @throws when the numbers of legs differ.
 */
export function withRolesOf(
  mirror: readonly ReportedLeg[],
  original: readonly Pick<ReportedLeg, 'role' | 'narration'>[],
): ReportedLeg[] {
  if (mirror.length !== original.length)
    throw new Error(`A reversal has ${mirror.length} legs, its original ${original.length}.`);
  return mirror.map((leg, index) => {
    const { role, narration } = original[index]!;
    return { ...leg, role, narration: leg.narration ?? (role === 'fee' || role === 'tax' ? narration : null) };
  });
}

/** The net amount that left a party; undefined when it was not a party. */
export function leftKobo(legs: readonly ReportedLeg[], number: string | undefined): bigint | undefined {
  const own = legs.filter((leg) => partyNumber(leg) === number);
  return own.length === 0
    ? undefined
    : own.reduce((sum, { side, amountKobo }) => sum + (side === 'debit' ? amountKobo : -amountKobo), 0n);
}
