import { validationFailed } from '../../common/http/validation.pipe';
import { calendarDate } from '../../common/time/calendar';

/** The time zone ahead of all others. A date after its present date is in the future everywhere. */
const EARLIEST_TIME_ZONE = 'Pacific/Kiritimati';

/** Asserts that the date of birth, when sent, is not in the future. @throws VALIDATION_FAILED (400) */
export function assertBirthDateNotInFuture({ dateOfBirth }: { dateOfBirth?: string | null }, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= calendarDate(now, EARLIEST_TIME_ZONE)) return;
  throw validationFailed([{ field: 'dateOfBirth', message: 'must not be in the future' }]);
}
