import { LOAN_COMPONENTS, type LoanComponent } from '../../products/terms/loan-enumerations';

/** An amount in kobo for each of the five things a borrower can owe (contract, Loans). */
export type ComponentAmounts = Record<LoanComponent, bigint>;

export const NO_AMOUNTS: Readonly<ComponentAmounts> = {
  penalty: 0n,
  default: 0n,
  fee: 0n,
  interest: 0n,
  principal: 0n,
};

export function totalKobo(amounts: Readonly<ComponentAmounts>): bigint {
  return LOAN_COMPONENTS.reduce((sum, component) => sum + amounts[component], 0n);
}

/** A new set of amounts from one or more others, component by component. */
export function combine(of: (component: LoanComponent) => bigint): ComponentAmounts {
  return {
    penalty: of('penalty'),
    default: of('default'),
    fee: of('fee'),
    interest: of('interest'),
    principal: of('principal'),
  };
}

export function sumOfAmounts(all: readonly Readonly<ComponentAmounts>[]): ComponentAmounts {
  return combine((component) => all.reduce((sum, amounts) => sum + amounts[component], 0n));
}
