import { percentageKobo } from '../../common/money/percentage';
import type { PostingLeg } from '../../ledger/engine/posting-request';
import { suspendedKobo } from '../accrual/suspense';
import { CENTRAL_BANK_SCALES, scaleOn, stepOf } from '../classification/classification-scales';
import { instalmentStatus } from '../contract/instalment-amounts';
import { RUNNING_STATUSES } from '../contract/loan-status';
import type { LockedLoan } from '../contract/loans';
import { daysPastDue, shownClassification } from '../contract/summarise-loan';
import { payoffKobo, positionOn } from '../repayment/early-payoff';
import { ScheduleError } from '../schedule/schedule-error';
import { readSimulation, type Simulation } from './read-simulation';
import { type SimulatedEntry, simulateLoan } from './simulate-loan';
import { SIMULATED_ACCOUNTS } from './simulated-loan';

/** A simulated life as the command prints it, with money as decimal text. */
export type SimulationAnswer = Record<'loan' | 'balances' | 'arrears' | 'provision', Record<string, unknown>> & {
  schedule: Record<string, unknown>[];
  entries: Record<string, unknown>[];
};

/**
 * The life of a loan for the input of the simulating command.
 * @param text JSON.
 * @throws ScheduleError, AppError for malformed input, and for events that cannot happen
 */
export function simulation(text: string): SimulationAnswer {
  return simulationOf(parseJson(text));
}

/**
 * The life of a loan for an input that is read already.
 * @param workMax the most nights × instalments that are worked out
 * @throws ScheduleError, AppError as `simulation`
 */
export function simulationOf(input: unknown, workMax = Infinity): SimulationAnswer {
  const read = readSimulation(input);
  const { locked, entries } = simulateLoan(read, workMax);
  return { ...figuresOf(locked, read), schedule: scheduleOf(locked, read.date), entries: entries.map(entryView) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ScheduleError(
      'The simulation must be JSON on the standard input: npm run -s loan:simulate < simulation.json',
    );
  }
}

function figuresOf(
  { loan, instalments }: LockedLoan,
  { date, licence }: Simulation,
): Pick<SimulationAnswer, 'loan' | 'balances' | 'arrears' | 'provision'> {
  const isRunning = RUNNING_STATUSES.includes(loan.status);
  const position = positionOn(loan, instalments, date);
  const exposure = isRunning ? loan.outstandingPrincipalKobo - loan.suspendedPrincipalKobo - position.unearnedKobo : 0n;
  const step = stepOf(scaleOn(CENTRAL_BANK_SCALES[licence], date), loan.classification);
  return {
    loan: {
      date,
      status: loan.status,
      classification: shownClassification(loan),
      maturityDate: loan.maturityDate,
      payoff: isRunning ? naira(payoffKobo(position)) : null,
    },
    balances: {
      principal: naira(loan.outstandingPrincipalKobo),
      interestOwed: naira(loan.interestOwedKobo),
      fee: naira(loan.outstandingFeeKobo),
      default: naira(loan.outstandingDefaultKobo),
      penalty: naira(loan.outstandingPenaltyKobo),
      inSuspense: naira(suspendedKobo(loan)),
      writtenOff: naira(loan.writtenOffKobo),
    },
    arrears: {
      overdue: naira(loan.overdueKobo),
      overdueSince: loan.overdueSince,
      daysPastDue: daysPastDue(loan.overdueSince, date),
      suspendedSince: loan.suspendedSince,
    },
    provision: {
      percent: step.provisionPercent,
      exposure: naira(exposure),
      prudential: naira(percentageKobo(exposure, String(step.provisionPercent), 'HALF_UP')),
    },
  };
}

function scheduleOf({ instalments }: LockedLoan, date: string): Record<string, unknown>[] {
  return instalments.map((row) => ({
    nr: row.number,
    dueDate: row.dueDate,
    status: instalmentStatus(row, date),
    principal: naira(row.principalDueKobo),
    interest: naira(row.interestDueKobo),
    fee: naira(row.feeDueKobo),
    default: naira(row.defaultDueKobo),
    penalty: naira(row.penaltyDueKobo),
    paid: naira(
      row.principalPaidKobo + row.interestPaidKobo + row.feePaidKobo + row.defaultPaidKobo + row.penaltyPaidKobo,
    ),
    balance: naira(row.closingBalanceKobo),
  }));
}

const NAMES = new Map<number, string>(Object.entries(SIMULATED_ACCOUNTS).map(([name, id]) => [id, name]));

function entryView({ date, event, legs }: SimulatedEntry): Record<string, unknown> {
  const side = (wanted: PostingLeg['side']): Record<string, string> =>
    Object.fromEntries(
      [...sums(legs)]
        .filter(([, kobo]) => (wanted === 'debit' ? kobo > 0n : kobo < 0n))
        .map(([id, kobo]) => [NAMES.get(id) ?? String(id), naira(kobo > 0n ? kobo : -kobo)]),
    );
  return { date, event, debits: side('debit'), credits: side('credit') };
}

function sums(legs: readonly PostingLeg[]): Map<number, bigint> {
  const byAccount = new Map<number, bigint>();
  for (const { accountId, side, amountKobo } of legs)
    byAccount.set(accountId, (byAccount.get(accountId) ?? 0n) + (side === 'debit' ? amountKobo : -amountKobo));
  return byAccount;
}

function naira(kobo: bigint): string {
  const digits = (kobo < 0n ? -kobo : kobo).toString().padStart(3, '0');
  return `${kobo < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
