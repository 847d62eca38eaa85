import { percentageKobo } from '../../common/money/percentage';
import type { ContractFee } from '../contract/loan-contract.entity';

/** The fee on a principal, without VAT; a percentage is rounded half up to the kobo. */
export function loanFeeKobo(
  { kind, amountKobo, rate }: Pick<ContractFee, 'kind' | 'amountKobo' | 'rate'>,
  principalKobo: bigint,
): bigint {
  return kind === 'Flat' ? BigInt(amountKobo!) : percentageKobo(principalKobo, rate!);
}
