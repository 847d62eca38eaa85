import { CONFIRMING_OUTCOMES_SQL } from '../aml-case.entity';

/** A condition of SQL: the alert is open, or the case of the customer confirmed it. */
export const standingAlert = (alert: string): string =>
  `(${alert}.status <> 'closed' OR ${alert}.close_reason IN ${CONFIRMING_OUTCOMES_SQL})`;

/** A condition of SQL: the alert is a hit on a list that is open, or that the case of the customer confirmed. */
export const standingHit = (alert: string): string => `${alert}.source = 'name-screening' AND ${standingAlert(alert)}`;
