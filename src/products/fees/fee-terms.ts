import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../interest-rate';
import type { FeeKind, ProductFee } from './product-fee.entity';
import type { ProductFeeView } from './product-fees.dto';

/** A sum in Naira or a share in percent, whichever the kind has. */
interface FeePrice {
  amount?: number | null | undefined;
  rate?: number | null | undefined;
}

/** What in a fee's price contradicts its kind, as a sentence; undefined when nothing does. */
export function feeViolation(kind: FeeKind, { amount, rate }: FeePrice): string | undefined {
  if (kind === 'Flat') return amount && !hasValue(rate) ? undefined : 'A flat fee has an amount above 0 and no rate.';
  return rate && !hasValue(amount) ? undefined : 'A percentage fee has a rate above 0 and no amount.';
}

/** The columns of a price that has no fault. */
export function storedPrice({ amount, rate }: FeePrice): Pick<ProductFee, 'amountKobo' | 'rate'> {
  return {
    amountKobo: hasValue(amount) ? nairaToKobo(amount)! : null,
    rate: hasValue(rate) ? interestRateText(rate) : null,
  };
}

/**
 * The price after a change: a new kind drops the old price, the same kind keeps what the change leaves out.
 */
export function changedPrice(
  before: Pick<ProductFee, 'kind' | 'amountKobo' | 'rate'>,
  change: FeePrice & { kind?: FeeKind | null | undefined },
): FeePrice & { kind: FeeKind } {
  const kind = change.kind ?? before.kind;
  const kept: FeePrice = kind === before.kind ? shownPrice(before) : {};
  return { kind, amount: change.amount ?? kept.amount, rate: change.rate ?? kept.rate };
}

/** A fee as lists show it. @param codeById codes of the income ledgers. */
export function feeView(fee: ProductFee, codeById: Map<number, string>): ProductFeeView {
  const { id, name, kind, vatApplies, incomeGlAccountId, charged, status } = fee;
  return {
    id,
    name,
    kind,
    ...shownPrice(fee),
    vatApplies,
    incomeLedgerID: incomeGlAccountId,
    incomeLedgerCode: codeById.get(incomeGlAccountId) ?? '',
    charged,
    status,
  };
}

function shownPrice({ amountKobo, rate }: Pick<ProductFee, 'amountKobo' | 'rate'>): {
  amount: number | null;
  rate: number | null;
} {
  return { amount: amountKobo === null ? null : koboToNaira(amountKobo), rate: rate === null ? null : Number(rate) };
}

function hasValue(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
