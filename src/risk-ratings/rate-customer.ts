/** The levels of a customer's risk, from the lowest. */
export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** Factors of the rating, each from 0 to 100 before its weight (docs/api/risk-ratings.md#factors). */
export const RISK_FACTORS = [
  'geography',
  'product',
  'channel',
  'customer-type',
  'occupation',
  'behaviour',
  'history',
] as const;
export type RiskFactor = (typeof RISK_FACTORS)[number];

/** Facts that make the rating high whatever the score. */
export const RISK_OVERRIDES = ['public-position', 'open-name-hit', 'report-in-12-months'] as const;
export type RiskOverride = (typeof RISK_OVERRIDES)[number];

/** Weights and bounds as data: the weights add up to 100. */
export interface RiskModel {
  weights: Record<RiskFactor, number>;
  /** The score from which the level is medium, and from which it is high. */
  mediumFrom: number;
  highFrom: number;
  overrides: readonly RiskOverride[];
  /** States with a higher risk, in lower case. */
  riskStates: readonly string[];
  /** Words of an occupation or a business with a higher risk, in lower case. */
  riskOccupations: readonly string[];
  /** Months between reviews. */
  reviewMonths: Record<RiskLevel, number>;
}

/** What is known of a customer. */
export interface RiskFacts {
  customerType: 'Individual' | 'Corporate' | 'Group';
  state: string | null;
  isForeign: boolean;
  /** The occupation of a person, the business of a company; null where it is not known. */
  occupation: string | null;
  declaredMonthlyIncomeKobo: bigint | null;
  /** Credits of the last 30 days. */
  monthlyInflowKobo: bigint;
  hasCurrentAccount: boolean;
  /** Opened through an API client: the institution has not met the customer. */
  isOpenedByClient: boolean;
  kycTier: number | null;
  alerts12Months: number;
  reports12Months: number;
  /** Hits on lists that are open or that a case confirmed. */
  nameHits: number;
  publicPosition: string | null;
  /** Identity fields that are missing, such as `bvn`. */
  missing: readonly string[];
  ageDays: number;
}

/** A factor with its part of the score, in words. */
export interface RiskDriver {
  factor: RiskFactor | RiskOverride;
  /** Points of the score; 0 for what makes the rating high by itself. */
  points: number;
  text: string;
}

export interface RiskRatingResult {
  /** 0 to 100. */
  score: number;
  level: RiskLevel;
  /** The strongest first; never empty for a score above 0. */
  drivers: RiskDriver[];
}

/** The defaults. They are a proposal that an institution replaces with its own assessment. */
export const DEFAULT_RISK_MODEL: RiskModel = {
  weights: {
    geography: 15,
    product: 15,
    channel: 10,
    'customer-type': 15,
    occupation: 15,
    behaviour: 20,
    history: 10,
  },
  mediumFrom: 35,
  highFrom: 65,
  overrides: RISK_OVERRIDES,
  riskStates: ['borno', 'yobe', 'adamawa', 'zamfara', 'katsina'],
  riskOccupations: [
    'bureau de change',
    'casino',
    'betting',
    'bullion',
    'jewel',
    'crypto',
    'real estate',
    'oil',
    'arms',
  ],
  reviewMonths: { low: 36, medium: 24, high: 12 },
};

const NEW_DAYS = 90;
const MONTHLY_MULTIPLE_HIGH = 5n;
const MONTHLY_MULTIPLE_MEDIUM = 2n;
const ALERTS_HIGH = 3;
const MISSING_MANY = 3;

type Judged = [share: number, text: string];
type Judge = (facts: RiskFacts, model: RiskModel) => Judged;

const JUDGES: Readonly<Record<RiskFactor, Judge>> = {
  geography: ({ isForeign, state }, { riskStates }) => {
    if (isForeign) return [100, 'lives abroad or is no citizen'];
    if (state === null) return [50, 'the state is not known'];
    return riskStates.includes(state.trim().toLowerCase()) ? [80, `lives in ${state}`] : [10, `lives in ${state}`];
  },
  product: ({ hasCurrentAccount, kycTier }) => {
    if (hasCurrentAccount) return [60, 'has a current account'];
    return kycTier === 1 ? [30, 'has an account of tier 1'] : [15, 'has savings accounts'];
  },
  channel: ({ isOpenedByClient }) =>
    isOpenedByClient ? [70, 'was opened through an API client'] : [20, 'was opened by the institution itself'],
  'customer-type': ({ customerType }) => {
    if (customerType === 'Individual') return [20, 'is a person'];
    return customerType === 'Corporate' ? [60, 'is a company'] : [50, 'is a group'];
  },
  occupation: ({ occupation }, { riskOccupations }) => {
    if (occupation === null) return [60, 'the occupation or business is not known'];
    const words = occupation.toLowerCase();
    const met = riskOccupations.find((risky) => words.includes(risky));
    return met === undefined ? [15, `works as ${occupation}`] : [100, `works in a line of higher risk: ${met}`];
  },
  behaviour: ({ declaredMonthlyIncomeKobo: income, monthlyInflowKobo: inflow }) => {
    if (inflow === 0n) return [0, 'received nothing in 30 days'];
    if (income === null || income === 0n) return [50, 'received money without a declared income'];
    if (inflow >= income * MONTHLY_MULTIPLE_HIGH)
      return [100, 'received five times the declared income or more in 30 days'];
    return inflow >= income * MONTHLY_MULTIPLE_MEDIUM
      ? [60, 'received twice the declared income or more in 30 days']
      : [10, 'received what fits the declared income'];
  },
  history: ({ alerts12Months, missing, ageDays }) => {
    if (alerts12Months >= ALERTS_HIGH) return [100, `had ${alerts12Months} alerts in 12 months`];
    if (missing.length >= MISSING_MANY) return [80, `the record lacks ${missing.join(', ')}`];
    if (alerts12Months > 0) return [60, `had ${alerts12Months} alerts in 12 months`];
    return ageDays < NEW_DAYS ? [40, 'is a customer for less than 90 days'] : [0, 'has no alerts'];
  },
};

const OVERRIDE_TEXTS: Readonly<Record<RiskOverride, (facts: RiskFacts) => string | undefined>> = {
  'public-position': ({ publicPosition }) =>
    publicPosition === null ? undefined : `holds or held a public position: ${publicPosition}`,
  'open-name-hit': ({ nameHits }) =>
    nameHits === 0 ? undefined : 'has a hit on a list of names that is open or confirmed',
  'report-in-12-months': ({ reports12Months }) =>
    reports12Months === 0 ? undefined : 'was reported to the NFIU within 12 months',
};

/**
 * Rates a customer: the weighted sum of the factors, and what makes the rating high by itself. It is pure, and its
 * drivers say why (docs/api/risk-ratings.md).
 */
export function rateCustomer(model: RiskModel, facts: RiskFacts): RiskRatingResult {
  const drivers = RISK_FACTORS.map((factor): RiskDriver => {
    const [share, text] = JUDGES[factor](facts, model);
    return { factor, points: (share * model.weights[factor]) / 100, text };
  });
  const score = Math.round(drivers.reduce((sum, { points }) => sum + points, 0));
  const forced = model.overrides.flatMap((override): RiskDriver[] => {
    const text = OVERRIDE_TEXTS[override](facts);
    return text === undefined ? [] : [{ factor: override, points: 0, text }];
  });
  return {
    score,
    level: forced.length > 0 ? 'high' : levelOf(model, score),
    drivers: [...forced, ...drivers.filter(({ points }) => points > 0).sort((a, b) => b.points - a.points)],
  };
}

function levelOf({ mediumFrom, highFrom }: RiskModel, score: number): RiskLevel {
  if (score >= highFrom) return 'high';
  return score >= mediumFrom ? 'medium' : 'low';
}

/** The problem of a model in words that follow "The model"; undefined for one that can be used. */
export function riskModelViolation(model: RiskModel): string | undefined {
  const weights = RISK_FACTORS.map((factor) => model.weights[factor]);
  if (weights.some((weight) => !Number.isFinite(weight) || weight < 0)) return 'needs a weight from 0 for every factor';
  if (weights.reduce((sum, weight) => sum + weight, 0) !== 100) return 'needs weights that add up to 100';
  if (!(model.mediumFrom > 0 && model.highFrom > model.mediumFrom && model.highFrom <= 100))
    return 'needs 0 < mediumFrom < highFrom ≤ 100';
  if (RISK_LEVELS.some((level) => !Number.isInteger(model.reviewMonths[level]) || model.reviewMonths[level] < 1))
    return 'needs months of review from 1 for every level';
  return undefined;
}
