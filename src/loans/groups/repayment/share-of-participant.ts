import { commonErrors } from '../../../common/errors/common.errors';
import { formatNaira, koboToNaira, nairaToKobo } from '../../../common/money/naira';
import { LOAN_COMPONENTS, type LoanComponent } from '../../../products/terms/loan-enumerations';
import { combine, type ComponentAmounts, NO_AMOUNTS, unpaidOf } from '../../contract/instalment-amounts';
import type { LoanInstalment } from '../../contract/loan-instalment.entity';
import type { LockedLoan } from '../../contract/loans';
import { loansErrors } from '../../loans.errors';
import type { ParticipantRepaymentBody, RepaidScheduleBody } from './repay-group-loan.dto';

const FLAGS = {
  penalty: 'payPenalty',
  default: 'payDefault',
  fee: 'payFee',
  interest: 'payInterest',
  principal: 'payPrincipal',
} as const satisfies Record<LoanComponent, keyof RepaidScheduleBody>;
const AMOUNTS = {
  penalty: 'penaltyToPay',
  default: 'defaultToPay',
  fee: 'feeToPay',
  interest: 'interestToPay',
  principal: 'principalToPay',
} as const satisfies Record<LoanComponent, keyof ParticipantRepaymentBody>;

/**
 * Asserts that a participant sends either flags or amounts, and names an instalment once
 * (docs/api/group-loans.md#repayment).
 * @throws VALIDATION_FAILED (400)
 */
export function assertOneWay(participant: ParticipantRepaymentBody, index: number): void {
  const { schedules } = participant;
  const refuse = (field: string, message: string): never => {
    const path = `participantRepayments[${index}]${field}`;
    throw commonErrors.VALIDATION_FAILED(`${path} ${message}.`, { errors: [{ field: path, message }] });
  };
  const hasFlags = (schedules ?? []).some((schedule) =>
    LOAN_COMPONENTS.some((component) => schedule[FLAGS[component]] === true),
  );
  const hasAmounts = LOAN_COMPONENTS.some((component) => (participant[AMOUNTS[component]] ?? 0) > 0);
  if (hasFlags && hasAmounts) refuse('', 'must have flags or amounts, not both');
  if (!hasFlags && !hasAmounts) refuse('', 'must have at least one flag or one amount above 0');
  const ids = (schedules ?? []).map(({ id }) => id);
  if (new Set(ids).size < ids.length) refuse('.schedules', 'must name an instalment once');
}

/**
 * The amounts that a participant pays of each instalment of the loan, in their order.
 * @throws INSTALMENT_NOT_FOUND (404), COMPONENT_EXCEEDS_DUE, NOTHING_DUE (422)
 */
export function sharesOf({ loan, instalments }: LockedLoan, participant: ParticipantRepaymentBody): ComponentAmounts[] {
  const named = new Map((participant.schedules ?? []).map((schedule) => [schedule.id, schedule]));
  for (const id of named.keys()) {
    if (!instalments.some((row) => row.id === id))
      throw loansErrors.INSTALMENT_NOT_FOUND(
        `The loan ${loan.loanAccountNumber} has no instalment with the id ${id}; read its schedule.`,
        { id },
      );
  }
  const hasFlags = [...named.values()].some((schedule) =>
    LOAN_COMPONENTS.some((component) => schedule[FLAGS[component]] === true),
  );
  const shares = hasFlags
    ? instalments.map((row) => flaggedComponents(row, named.get(row.id)))
    : allocateAmounts(instalments, participant, named);
  if (shares.every((share) => LOAN_COMPONENTS.every((component) => share[component] === 0n))) {
    throw loansErrors.NOTHING_DUE(
      `Nothing is owed of the selected instalments and components of the loan ${loan.loanAccountNumber}; select others.`,
      {
        id: loan.id,
      },
    );
  }
  return shares;
}

/**
 * Asserts that no more principal is paid ahead than the loan has: instalments also repay interest that a moratorium has
 * not added to the principal yet (`interestToCapitaliseKobo`).
 * @throws COMPONENT_EXCEEDS_DUE (422)
 */
export function assertPrincipalOwed({ loan }: LockedLoan, shares: readonly ComponentAmounts[]): void {
  const paidKobo = shares.reduce((sum, { principal }) => sum + principal, 0n);
  const owedKobo = loan.outstandingPrincipalKobo;
  if (paidKobo <= owedKobo) return;
  throw loansErrors.COMPONENT_EXCEEDS_DUE(
    `${formatNaira(paidKobo)} is more than the principal of the loan with the id ${loan.id}, to which its moratorium ` +
      `still adds interest; pay at most ${formatNaira(owedKobo)} of it ahead, or the whole payoff.`,
    { id: loan.id, field: AMOUNTS.principal, owed: koboToNaira(owedKobo) },
  );
}

function flaggedComponents(row: LoanInstalment, schedule: RepaidScheduleBody | undefined): ComponentAmounts {
  const unpaid = unpaidOf(row);
  return schedule ? combine((component) => (schedule[FLAGS[component]] === true ? unpaid[component] : 0n)) : NO_AMOUNTS;
}

function allocateAmounts(
  instalments: readonly LoanInstalment[],
  participant: ParticipantRepaymentBody,
  named: ReadonlyMap<number, unknown>,
): ComponentAmounts[] {
  const left = combine((component) => nairaToKobo(participant[AMOUNTS[component]] ?? 0)!);
  const shares = instalments.map((row) => {
    if (named.size > 0 && !named.has(row.id)) return { ...NO_AMOUNTS };
    const unpaid = unpaidOf(row);
    return combine((component) => {
      const paid = unpaid[component] < left[component] ? unpaid[component] : left[component];
      left[component] -= paid;
      return paid;
    });
  });
  for (const component of LOAN_COMPONENTS)
    if (left[component] > 0n) throw componentExceedsDue(participant, component, left[component]);
  return shares;
}

function componentExceedsDue(participant: ParticipantRepaymentBody, component: LoanComponent, leftKobo: bigint): Error {
  const field = AMOUNTS[component];
  const owedKobo = nairaToKobo(participant[field]!)! - leftKobo;
  return loansErrors.COMPONENT_EXCEEDS_DUE(
    `${field} of the loan with the id ${participant.id} exceeds the ${formatNaira(owedKobo)} that is owed; send at most that.`,
    { id: participant.id, field, owed: koboToNaira(owedKobo) },
  );
}
