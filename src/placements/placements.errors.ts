import { defineErrors } from '../common/errors/app-error';

/** Refusals about placements. */
export const placementsErrors = defineErrors({
  PLACEMENT_NOT_FOUND: { httpStatus: 404, message: 'There is no placement with this id.' },
  PLACEMENT_CLOSED: { httpStatus: 409, message: 'The placement is closed and cannot be changed; enter another one.' },
  PLACEMENT_DATES_REFUSED: { httpStatus: 422, message: 'maturityDate is not after startDate; correct the dates.' },
});
