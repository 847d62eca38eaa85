import type { LegRole } from '../ledger/engine/posting-entry.entity';
import type { ReportedLeg } from './posting-legs';

/** Who paid or was paid. */
export interface Party {
  number: string;
  name: string;
}

/** What was charged beside the money itself. */
export interface ReceiptCharge {
  role: Extract<LegRole, 'fee' | 'tax'>;
  name: string;
  amountKobo: bigint;
}

/** The money itself before what was charged for moving it: a deposit gives its principal back as a `reversal`, beside its interest. A posting of a charge alone is about the charge. */
const ORDER: readonly LegRole[] = ['principal', 'reversal', 'interest', 'fee', 'tax'];

/** What a posting is about: the first of the roles that it has. */
export function mainRole(legs: readonly Pick<ReportedLeg, 'role'>[]): LegRole | undefined {
  return ORDER.find((role) => legs.some((leg) => leg.role === role));
}

/** The one party on a side of the money itself; undefined when there are several. A loan is one party, whichever of its books the money is on. */
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

/** Fees and taxes by their names, as they went to their ledgers; a tax that a ledger gives back to a customer is no charge. */
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

/** What the customer was told of a charge whose ledger was told nothing: the withholding tax of savings interest. */
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
 * The legs of a reversal with the roles of what they give back: a mirror has the legs of its original in their order.
 * @throws when they are not those of a mirror.
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

/** What left a party on balance; undefined when it was not one of the parties. */
export function leftKobo(legs: readonly ReportedLeg[], number: string | undefined): bigint | undefined {
  const own = legs.filter((leg) => partyNumber(leg) === number);
  return own.length === 0
    ? undefined
    : own.reduce((sum, { side, amountKobo }) => sum + (side === 'debit' ? amountKobo : -amountKobo), 0n);
}
