import { plural } from '../../../rules/words';
import type { Loan } from './use-loan';

const UNITS = ['day', 'week', 'month', 'year'];
const MODELS = ['flat', 'on the reducing balance', 'annuity'];
const MORATORIA = ['None', 'Of principal', 'Of interest', 'Of principal and interest'];

/** `12 months, an instalment each month`. */
export function tenureText({
  tenure,
  principalRepaymentEvery,
  principalRepaymentFrequency,
}: Pick<Loan, 'tenure' | 'principalRepaymentEvery' | 'principalRepaymentFrequency'>): string {
  const unit = UNITS[principalRepaymentFrequency] ?? 'unit';
  const every = principalRepaymentEvery === 1 ? `each ${unit}` : `every ${principalRepaymentEvery} ${unit}s`;
  return `${plural(tenure, unit)}, an instalment ${every}`;
}

/** `24 % a year, annuity`. */
export function rateText({ interestRate, rateBasis, interestComputationModel }: Loan): string {
  const model = MODELS[interestComputationModel];
  return `${interestRate} % ${rateBasis === 1 ? 'a period' : 'a year'}${model ? `, ${model}` : ''}`;
}

export function moratoriumText({ moratorium, moratoriumPeriods }: Loan): string {
  const kind = MORATORIA[moratorium] ?? 'None';
  return moratorium > 0 ? `${kind}, ${plural(moratoriumPeriods, 'instalment')}` : kind;
}

const RUNNING = new Set(['Active', 'Delinquent', 'Matured', 'Restructured', 'InRecovery']);

/** True while the borrower owes instalments. */
export function isRunning({ loanStatus }: { loanStatus: string }): boolean {
  return RUNNING.has(loanStatus);
}

/** The treatment of unpaid interest in a restructure. */
export const UNPAID_INTEREST = [
  { value: 'Due', text: 'Falls due' },
  { value: 'Deferred', text: 'With the first instalment' },
  { value: 'Capitalised', text: 'Becomes principal' },
] as const;
