import { validationFailed } from '../../common/http/validation.pipe';
import { calendarDate } from '../../common/time/calendar';

/** The zone that is ahead of every other: what is no date of the past there is in the future everywhere. */
const FOREMOST_ZONE = 'Pacific/Kiritimati';

/** Refuses a person who is not born yet. @throws VALIDATION_FAILED (400) */
export function assertBorn({ dateOfBirth }: { dateOfBirth?: string | null }, now: Date): void {
  if (!dateOfBirth || dateOfBirth <= calendarDate(now, FOREMOST_ZONE)) return;
  throw validationFailed([{ field: 'dateOfBirth', message: 'must not be in the future' }]);
}
