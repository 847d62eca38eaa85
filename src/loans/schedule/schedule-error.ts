/** Terms from which no schedule can be made. The message tells the caller which term and what it may be. */
export class ScheduleError extends Error {
  override readonly name = 'ScheduleFault';
}
