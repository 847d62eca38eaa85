import type { SettingDefinition } from '../institutions/settings/setting-definition';
import { DEFAULT_RISK_MODEL, RISK_OVERRIDES, type RiskModel, riskModelViolation } from './rate-customer';

export const RISK_RATING_ENABLED = 'RISK_RATING_ENABLED';
export const RISK_MODEL = 'RISK_MODEL';
export const RISK_HIGH_LIMITS = 'RISK_HIGH_LOWERS_LIMITS';
/** The KYC tier whose limits accounts of customers of high risk have, where the setting lowers them. */
export const HIGH_RISK_TIER = 1;

/** The model of a setting: what it leaves out is that of the default. */
export function riskModelOf(text: string | undefined): RiskModel {
  if (text === undefined) return DEFAULT_RISK_MODEL;
  const own = JSON.parse(text) as Partial<RiskModel>;
  const { riskStates, riskOccupations } = { ...DEFAULT_RISK_MODEL, ...own };
  return {
    ...DEFAULT_RISK_MODEL,
    ...own,
    weights: { ...DEFAULT_RISK_MODEL.weights, ...own.weights },
    reviewMonths: { ...DEFAULT_RISK_MODEL.reviewMonths, ...own.reviewMonths },
    riskStates: riskStates.map(plain),
    riskOccupations: riskOccupations.map(plain),
  };
}

const plain = (text: string): string => text.trim().toLowerCase();

/** A field that nobody knows would change nothing, and two people would believe that it does. */
function unknownField(own: Record<string, unknown>): string | undefined {
  for (const [field, value] of Object.entries(own)) {
    const standard: unknown = (DEFAULT_RISK_MODEL as unknown as Record<string, unknown>)[field];
    if (standard === undefined) return `has an unknown field: ${field}`;
    if (typeof standard !== 'object' || Array.isArray(standard)) continue;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `has ${field} that is no object`;
    const inner = Object.keys(value).find((one) => !Object.hasOwn(standard as object, one));
    if (inner !== undefined) return `has an unknown field: ${field}.${inner}`;
  }
  return undefined;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 200 && value.every((one) => typeof one === 'string' && one.length <= 100);

/** The problem of the text of a model in words that follow "The value". */
function modelTextViolation(text: string): string | undefined {
  const own = JSON.parse(text) as Record<string, unknown>;
  const unknown = unknownField(own);
  if (unknown !== undefined) return unknown;
  const { overrides, riskStates, riskOccupations } = own;
  for (const [name, list] of Object.entries({ overrides, riskStates, riskOccupations }))
    if (list !== undefined && !isTexts(list)) return `has ${name} that are no list of at most 200 texts`;
  if (
    overrides !== undefined &&
    !(overrides as string[]).every((one) => (RISK_OVERRIDES as readonly string[]).includes(one))
  )
    return `may only have these overrides: ${RISK_OVERRIDES.join(', ')}`;
  return riskModelViolation(riskModelOf(text));
}

/** Configuration keys of the risk rating (docs/api/risk-ratings.md#settings). */
export const riskRatingsSettings: readonly SettingDefinition[] = [
  {
    key: RISK_RATING_ENABLED,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Rate customers at opening, on change and every night.',
  },
  {
    key: RISK_MODEL,
    type: 'json',
    secret: false,
    check: modelTextViolation,
    description:
      'Weights of the factors (together 100), the scores from which the level is medium and high, what makes it high ' +
      'by itself, states and occupations of higher risk, and months between reviews.',
  },
  {
    key: RISK_HIGH_LIMITS,
    type: 'boolean',
    secret: false,
    default: 'false',
    description: 'Limit the accounts of customers of high risk as those of KYC tier 1.',
  },
];
