import type { RecordFields } from './record-fields';
import { revived } from './staged-json';

const NUMBER_MAX = 10_000;

/** A row of a loan's schedule as its line states it. What a line may leave out is null. */
export interface StatedInstalment {
  number: number;
  periodStart: string | null;
  dueDate: string;
  openingBalanceKobo: bigint | null;
  closingBalanceKobo: bigint | null;
  /** Unrounded kobo, as decimal text. */
  earnedInterest: string | null;
  capitalisedKobo: bigint;
  principalDueKobo: bigint;
  interestDueKobo: bigint;
  feeDueKobo: bigint;
  feeVatKobo: bigint;
  defaultDueKobo: bigint;
  penaltyDueKobo: bigint;
  principalPaidKobo: bigint;
  interestPaidKobo: bigint;
  feePaidKobo: bigint;
  defaultPaidKobo: bigint;
  penaltyPaidKobo: bigint;
  penaltyWaivedKobo: bigint;
  /** Unrounded kobo, as decimal text. */
  arrearsInterest: string | null;
  arrearsThrough: string | null;
  paidDate: string | null;
}

/** The order in which staged rows keep their values. */
const NAMES: readonly (keyof StatedInstalment)[] = [
  'number',
  'periodStart',
  'dueDate',
  'openingBalanceKobo',
  'closingBalanceKobo',
  'earnedInterest',
  'capitalisedKobo',
  'principalDueKobo',
  'interestDueKobo',
  'feeDueKobo',
  'feeVatKobo',
  'defaultDueKobo',
  'penaltyDueKobo',
  'principalPaidKobo',
  'interestPaidKobo',
  'feePaidKobo',
  'defaultPaidKobo',
  'penaltyPaidKobo',
  'penaltyWaivedKobo',
  'arrearsInterest',
  'arrearsThrough',
  'paidDate',
];

const COMPONENTS = ['principal', 'interest', 'fee', 'default', 'penalty'] as const;

/** A row of a schedule. It collects its faults in `fields`. */
export function statedInstalment(fields: RecordFields, businessDate: string): StatedInstalment {
  const kobo = (column: string): bigint => fields.kobo(column, { optional: true });
  const amounts = Object.fromEntries(
    COMPONENTS.flatMap((component) => {
      const [due, paid] = [kobo(`${component}_due`), kobo(`${component}_paid`)];
      if (paid > due) fields.refuse(`${component}_paid must not exceed ${component}_due`);
      return [
        [`${component}DueKobo`, due],
        [`${component}PaidKobo`, paid],
      ];
    }),
  ) as Record<`${(typeof COMPONENTS)[number]}${'Due' | 'Paid'}Kobo`, bigint>;
  const stated: StatedInstalment = {
    number: fields.integer('number', { min: 1, max: NUMBER_MAX }),
    periodStart: fields.date('period_start', undefined, false),
    dueDate: fields.date('due_on', undefined, true) ?? businessDate,
    openingBalanceKobo: fields.koboOrNull('opening_balance'),
    closingBalanceKobo: fields.koboOrNull('closing_balance'),
    earnedInterest: fields.unrounded('earned_interest'),
    capitalisedKobo: kobo('capitalised'),
    feeVatKobo: kobo('fee_vat'),
    ...amounts,
    penaltyWaivedKobo: kobo('penalty_waived'),
    arrearsInterest: fields.unrounded('arrears_interest'),
    arrearsThrough: fields.date('arrears_through', businessDate, false),
    paidDate: fields.date('paid_on', businessDate, false),
  };
  if (stated.feeVatKobo > stated.feeDueKobo) fields.refuse('fee_vat must not exceed fee_due');
  if (stated.arrearsInterest === null && stated.arrearsThrough !== null)
    fields.refuse('arrears_interest must be given with arrears_through');
  if (stated.periodStart !== null && stated.periodStart > stated.dueDate)
    fields.refuse('period_start must not be after due_on');
  return stated;
}

/** The values of a row, without their names, which a schedule of 360 rows would repeat. */
export function instalmentValues(stated: StatedInstalment): unknown[] {
  return NAMES.map((name) => stated[name]);
}

/** The inverse of `instalmentValues`. */
export function instalmentOfValues(values: readonly unknown[]): StatedInstalment {
  return revived<StatedInstalment>(Object.fromEntries(NAMES.map((name, index) => [name, values[index]])));
}
