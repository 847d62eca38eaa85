import { versionOf } from '../../common/http/versions';
import { koboToNaira, nairaToKobo } from '../../common/money/naira';
import { interestRateText } from '../interest-rate';
import type { FeeKind, ProductFee } from './product-fee.entity';
import type { ProductFeeView } from './product-fees.dto';

/** The price of a fee: Naira for a flat fee, percent for a percentage fee. */
interface FeePrice {
  amount?: number | null | undefined;
  rate?: number | null | undefined;
}

/** The contradiction between a fee's price and its kind, as a sentence; undefined when there is none. */
export function feeViolation(kind: FeeKind, { amount, rate }: FeePrice): string | undefined {
  if (kind === 'Flat')
    return amount && !hasValue(rate) ? undefined : 'A flat fee must have an amount above 0 and no rate.';
  return rate && !hasValue(amount) ? undefined : 'A percentage fee must have a rate above 0 and no amount.';
}

/** The columns of a valid price. */
export function storedPrice({ amount, rate }: FeePrice): Pick<ProductFee, 'amountKobo' | 'rate'> {
  return {
    amountKobo: hasValue(amount) ? nairaToKobo(amount)! : null,
    rate: hasValue(rate) ? interestRateText(rate) : null,
  };
}

/**
 * The price after a change. A new kind drops the old price; with the same kind a field that is left out stays.
 */
export function changedPrice(
  before: Pick<ProductFee, 'kind' | 'amountKobo' | 'rate'>,
  change: FeePrice & { kind?: FeeKind | null | undefined },
): FeePrice & { kind: FeeKind } {
  const kind = change.kind ?? before.kind;
  const kept: FeePrice = kind === before.kind ? priceView(before) : {};
  return { kind, amount: change.amount ?? kept.amount, rate: change.rate ?? kept.rate };
}

/** The fee as answered to callers. @param codeById codes of the income ledgers. */
export function feeView(fee: ProductFee, codeById: Map<number, string>): ProductFeeView {
  const { id, name, kind, vatApplies, incomeGlAccountId, charged, status } = fee;
  const facts = {
    name,
    kind,
    ...priceView(fee),
    vatApplies,
    incomeLedgerID: incomeGlAccountId,
    incomeLedgerCode: codeById.get(incomeGlAccountId) ?? '',
    charged,
    status,
  };
  return { id, ...facts, version: versionOf(facts) };
}

function priceView({ amountKobo, rate }: Pick<ProductFee, 'amountKobo' | 'rate'>): {
  amount: number | null;
  rate: number | null;
} {
  return { amount: amountKobo === null ? null : koboToNaira(amountKobo), rate: rate === null ? null : Number(rate) };
}

function hasValue(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
