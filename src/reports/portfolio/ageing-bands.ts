/** A band of days past due, both ends included. */
export interface AgeingBand {
  name: string;
  fromDays: number;
}

/** The bands of ageing, from nothing overdue on; each ends where the next begins. */
export const AGEING_BANDS: readonly AgeingBand[] = [
  { name: '0', fromDays: 0 },
  { name: '1-30', fromDays: 1 },
  { name: '31-60', fromDays: 31 },
  { name: '61-90', fromDays: 61 },
  { name: '91-180', fromDays: 91 },
  { name: '181-360', fromDays: 181 },
  { name: '361+', fromDays: 361 },
];

/** SQL of the days past due at the beginning of the date after `date`, of a position `p`. */
export const daysPastDueSql = (date: string, p = 'p'): string =>
  `greatest(coalesce(${date}::date + 1 - ${p}.overdue_since, 0), 0)`;

/** SQL of the position of the band among `AGEING_BANDS`, from 1. */
export const bandSql = (date: string, p = 'p'): string =>
  `width_bucket(${daysPastDueSql(date, p)}, ARRAY[${AGEING_BANDS.map(({ fromDays }) => fromDays).join(', ')}])`;

/** A percentage with two decimals; 0 of nothing. */
export function ratioPercent(partKobo: bigint, wholeKobo: bigint): number {
  return wholeKobo === 0n ? 0 : Number((partKobo * 20_000n + wholeKobo) / (2n * wholeKobo)) / 100;
}
