import type { AppError } from '../../common/errors/app-error';
import { addDays } from '../../common/time/calendar';
import { ledgerErrors } from '../ledger.errors';
import type { BatchState } from './batch-reader';
import { operationOf } from './posting-operation';
import type { PostingRequest } from './posting-request';

/**
 * Refuses a value date after the business date, one in a closed period unless the operation closes the period, one
 * before a customer's account of the posting was opened, and one that is older than the institution allows its callers.
 */
export function valueDateViolation(
  request: Pick<PostingRequest, 'valueDate' | 'operation' | 'origin' | 'legs' | 'valueDateMaxAgeDays' | 'resumes'>,
  { businessDate, closedThrough, accounts }: Pick<BatchState, 'businessDate' | 'closedThrough' | 'accounts'>,
): AppError | undefined {
  const { valueDate, valueDateMaxAgeDays, resumes } = request;
  if (valueDate === undefined) return undefined;
  const refuse = (why: string): AppError =>
    ledgerErrors.VALUE_DATE_NOT_ALLOWED(`The value date ${valueDate} is ${why}.`);
  if (valueDate > businessDate) return refuse(`after the business date ${businessDate}; send an earlier one`);
  if (closedThrough !== null && valueDate <= closedThrough && !operationOf(request).closesPeriod)
    return refuse(`in a closed period; send a date after ${closedThrough}`);
  // What the system books for a day that has ended keeps that day.
  const namedByCaller = request.origin === 'system' ? [] : request.legs;
  for (const { accountId } of namedByCaller) {
    const { openedOn, number } = accounts.get(accountId)!;
    if (openedOn !== null && valueDate < openedOn)
      return refuse(`before ${openedOn}, when the account ${number} was opened; send that date or a later one`);
  }
  // A movement that waited was in time when it was requested.
  if (valueDateMaxAgeDays === undefined || resumes) return undefined;
  const oldest = addDays(businessDate, -valueDateMaxAgeDays);
  return valueDate < oldest ? refuse(`before ${oldest}, the oldest date allowed; send a later one`) : undefined;
}
