/** No schedule can be made from the terms. The message names the term and its allowed values. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleError';
}
