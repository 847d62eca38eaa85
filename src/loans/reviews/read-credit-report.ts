import type { GatewayAnswer } from '../../common/gateway/gateway-call';
import type { CreditBureauView } from './loan-reviews.dto';
import { RISK_GRADES, type RiskGrade } from './risk-grade';

const FOUND = '00';
const NO_RECORD = '25';

const SCORE_MIN = 300;
const SCORE_MAX = 850;
const COUNT_MAX = 100_000;
const AMOUNT_MAX = 1_000_000_000_000;

/**
 * Number of a report. BVN, NIN and local telephone numbers have eleven digits, so text with eleven digits is not taken.
 */
const REPORT_REFERENCE = /^(?!.*(?<!\d)\d{11}(?!\d))[A-Za-z0-9][A-Za-z0-9/._-]{0,99}$/;

/** Returns null for a value that is left out, and undefined for an invalid one, which makes the report unusable. */
type Read<Value> = (value: unknown) => Value | null | undefined;

function optional<Value>(isOne: (value: unknown) => value is Value): Read<Value> {
  return (value) => (value === undefined || value === null ? null : isOne(value) ? value : undefined);
}

const isWhole =
  (min: number, max: number) =>
  (value: unknown): value is number =>
    Number.isInteger(value) && (value as number) >= min && (value as number) <= max;

const isAmount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < AMOUNT_MAX;
const isGrade = (value: unknown): value is RiskGrade => (RISK_GRADES as readonly unknown[]).includes(value);

const FIELDS = {
  score: optional(isWhole(SCORE_MIN, SCORE_MAX)),
  riskGrade: optional(isGrade),
  openLoans: optional(isWhole(0, COUNT_MAX)),
  overdueLoans: optional(isWhole(0, COUNT_MAX)),
  totalOutstanding: optional(isAmount),
  worstDaysPastDue: optional(isWhole(0, COUNT_MAX)),
};

/**
 * Reads the known fields of a bureau's answer (docs/api/loan-reviews.md#credit-bureau). Other data about the person is
 * neither shown nor stored.
 * @returns undefined when the answer is not a valid report.
 */
export function readCreditReport({
  status,
  body,
}: Extract<GatewayAnswer, { outcome: 'answered' }>): CreditBureauView | undefined {
  if (status >= 300) return undefined;
  const { responseCode, reportReference } = body;
  const reference =
    typeof reportReference === 'string' && REPORT_REFERENCE.test(reportReference) ? reportReference : null;
  if (responseCode === NO_RECORD) return { recordFound: false, reportReference: reference, ...fieldsOf({})! };
  const fields = responseCode === FOUND ? fieldsOf(body) : undefined;
  return fields && { recordFound: true, reportReference: reference, ...fields };
}

type Fields = Omit<CreditBureauView, 'recordFound' | 'reportReference'>;

function fieldsOf(body: Readonly<Record<string, unknown>>): Fields | undefined {
  const read = Object.entries(FIELDS).map(([name, readField]) => [name, readField(body[name])] as const);
  return read.some(([, value]) => value === undefined) ? undefined : (Object.fromEntries(read) as unknown as Fields);
}
