import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { insertRows } from '../common/database/insert-rows';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { eventRows } from '../common/outbox/outbox-event';
import { calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { BusinessDateRolled } from './institutions.events';
import { Institution } from './institution.entity';
import { InstitutionDirectory } from './institution-directory.entity';

const EVERY_MS = 30_000;

/**
 * Moves every institution's business date to its own calendar date at its local midnight, and at boot before anything is
 * served. Several processes may do so side by side: the first one moves the date and stores the event, for the others
 * there is nothing left to do. The date never moves backwards.
 */
@Injectable()
export class BusinessDateRoller implements OnApplicationBootstrap {
  private readonly logger = new Logger(BusinessDateRoller.name);

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.rollAll();
  }

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    try {
      await this.rollAll();
    } catch (error) {
      this.logger.warn({ err: error as Error }, 'The business dates could not be checked; the next round tries again.');
    }
  }

  /** Rolls every institution that is behind; one that fails does not keep the others back. */
  async rollAll(): Promise<void> {
    const institutions = await this.unitOfWork.routing((tx) => tx.find(InstitutionDirectory));
    for (const { institutionId } of institutions) {
      try {
        await this.roll(institutionId);
      } catch (error) {
        this.logger.error({ err: error as Error, institutionId }, 'A business date could not be moved; the next round tries again.');
      }
    }
  }

  /** Moves one institution's date if its calendar is ahead. @returns whether it did. */
  async roll(institutionId: number): Promise<boolean> {
    const isBehind = await this.unitOfWork.read(institutionId, async (tx) => (await this.dueDate(tx, institutionId)) !== undefined);
    return isBehind && this.unitOfWork.run(institutionId, (tx) => this.move(tx, institutionId));
  }

  private async move(tx: Tx, institutionId: number): Promise<boolean> {
    // The look-up locks the row, so that a process that comes second sees the first one's date.
    const due = await this.dueDate(tx, institutionId, { locked: true });
    if (due === undefined) return false;
    const { previousDate, businessDate } = due;
    await tx.update(Institution, { institutionId }, { businessDate });
    await insertRows(tx, eventRows(await this.ids.next(), new BusinessDateRolled(institutionId, previousDate, businessDate)));
    return true;
  }

  /** The dates of a move that is due; undefined when none is. */
  private async dueDate(tx: Tx, institutionId: number, { locked = false } = {}): Promise<{ previousDate: string; businessDate: string } | undefined> {
    const institution = await tx.findOne(Institution, {
      where: { institutionId },
      ...(locked ? { lock: { mode: 'pessimistic_write' as const } } : {}),
    });
    if (!institution) return undefined;
    const businessDate = calendarDate(this.clock.now(), institution.timeZone);
    return businessDate > institution.businessDate ? { previousDate: institution.businessDate, businessDate } : undefined;
  }
}
