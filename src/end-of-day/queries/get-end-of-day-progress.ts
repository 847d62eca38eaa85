import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../../common/database/unit-of-work';
import { BusinessDateRolls } from '../business-date-rolls';
import type { EndOfDayProgressView } from '../end-of-day.dto';
import { EndOfDayReader } from '../end-of-day-reader';

/** The progress of a day's closing; without a date, of the closing that began last. */
export class GetEndOfDayProgress extends Query<EndOfDayProgressView> {
  constructor(
    readonly institutionId: number,
    readonly date: string | undefined,
  ) {
    super();
  }
}

@QueryHandler(GetEndOfDayProgress)
export class GetEndOfDayProgressHandler implements IQueryHandler<GetEndOfDayProgress> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly rolls: BusinessDateRolls,
    private readonly reader: EndOfDayReader,
  ) {}

  async execute({ institutionId, date }: GetEndOfDayProgress): Promise<EndOfDayProgressView> {
    const today = await this.rolls.today(institutionId);
    return this.unitOfWork.read(institutionId, (tx) => this.reader.progress(tx, institutionId, today, date));
  }
}
