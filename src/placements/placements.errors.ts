import { defineErrors } from '../common/errors/app-error';

/** Refusals around placements. */
export const placementsErrors = defineErrors({
  PLACEMENT_NOT_FOUND: { httpStatus: 404, message: 'There is no such placement.' },
  PLACEMENT_CLOSED: { httpStatus: 409, message: 'The placement is closed and cannot be changed any more.' },
  PLACEMENT_DATES_REFUSED: { httpStatus: 422, message: 'maturityDate must be after startDate.' },
});
