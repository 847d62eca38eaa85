import Decimal from 'decimal.js';
import type { ContractFee } from '../contract/loan-contract.entity';

/** What a fee comes to on a principal, without VAT; a percentage is rounded half up to the kobo. */
export function loanFeeKobo(
  { kind, amountKobo, rate }: Pick<ContractFee, 'kind' | 'amountKobo' | 'rate'>,
  principalKobo: bigint,
): bigint {
  if (kind === 'Flat') return BigInt(amountKobo!);
  return BigInt(
    new Decimal(principalKobo.toString())
      .times(rate!)
      .dividedBy(100)
      .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
      .toFixed(0),
  );
}
