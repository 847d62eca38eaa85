import type { Tx } from '../../common/database/unit-of-work';
import { KYC_SETTINGS, kycLimitsFrom } from '../../ledger/engine/kyc-limits';
import type { LimitDay } from './account-limit-view';

const LIMIT_DAY = `
  SELECT (institution_now() AT TIME ZONE time_zone)::date::text AS calendar_date, ${KYC_SETTINGS} AS kyc_settings
    FROM institution WHERE institution_id = $1`;

/** Reads the date, in institution time by the database's clock, and the KYC limits that the ledger would apply now. */
export async function readLimitDay(tx: Tx, institutionId: number): Promise<LimitDay> {
  const [row] = await tx.query<{ calendar_date: string; kyc_settings: string | null }[]>(LIMIT_DAY, [institutionId]);
  if (!row) throw new Error(`There is no institution ${institutionId}.`);
  const { calendar_date: calendarDate, kyc_settings: settings } = row;
  return {
    calendarDate,
    kycLimits: settings === null ? undefined : kycLimitsFrom(JSON.parse(settings) as Record<string, string>),
  };
}
