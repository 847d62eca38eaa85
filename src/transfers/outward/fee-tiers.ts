import { nairaToKobo } from '../../common/money/naira';

/** A fee for transfers up to an amount, both in Naira; the last tier has no end. */
interface FeeTier {
  upTo: number | null;
  fee: number;
}

/**
 * The fees that Nigerian institutions may charge for instant transfers (docs/domain/nigeria.md#4-charges-and-taxes).
 */
export const DEFAULT_FEE_TIERS = '[{"upTo":5000,"fee":10},{"upTo":50000,"fee":25},{"upTo":null,"fee":50}]';

const MAX_TIERS = 20;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isTier(value: unknown): value is FeeTier {
  if (typeof value !== 'object' || value === null || Object.keys(value).sort().join() !== 'fee,upTo') return false;
  const { upTo, fee } = value as Record<string, unknown>;
  return nairaToKobo(fee) !== undefined && (upTo === null || (nairaToKobo(upTo) ?? 0n) > 0n);
}

/** The mistake in the text of a fee table, in words that follow "The value"; undefined when it is valid. */
export function feeTiersViolation(text: string): string | undefined {
  const tiers = parse(text);
  if (!Array.isArray(tiers) || tiers.length === 0 || tiers.length > MAX_TIERS || !tiers.every(isTier)) {
    return `must be a JSON array of 1 to ${MAX_TIERS} tiers such as {"upTo":5000,"fee":10}, in Naira`;
  }
  const ends = tiers.map(({ upTo }) => upTo);
  if (ends.at(-1) !== null) return 'must end with a tier whose upTo is null';
  const isRising = ends
    .slice(0, -1)
    .every((end, index) => end !== null && (index === 0 || end > (ends[index - 1] ?? Infinity)));
  return isRising ? undefined : 'must have tiers in rising order, and upTo null only in the last one';
}

/**
 * The fee of a transfer.
 * @param text a valid fee table; a tier includes its upper amount.
 */
export function tierFeeKobo(text: string, amountKobo: bigint): bigint {
  const tiers = JSON.parse(text) as FeeTier[];
  const tier = tiers.find(({ upTo }) => upTo === null || amountKobo <= nairaToKobo(upTo)!);
  return nairaToKobo(tier?.fee) ?? 0n;
}
