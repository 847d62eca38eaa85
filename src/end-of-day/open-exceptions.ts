import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { EndOfDayException } from './end-of-day-exception.entity';

interface OpenCount {
  date: string;
  step: string;
  count: number;
}

/** What the steps of some days could not go through and is left to be done. */
@Injectable()
export class OpenExceptions {
  /** What a step of a day could not go through. */
  async subjects(tx: Tx, where: Pick<EndOfDayException, 'institutionId' | 'date' | 'step'>): Promise<string[]> {
    const rows = await tx.find(EndOfDayException, {
      where: { ...where, resolvedAt: IsNull() },
      select: { subject: true },
      order: { id: 'ASC' },
    });
    return rows.map(({ subject }) => subject);
  }

  async countByStep(tx: Tx, institutionId: number, dates: readonly string[]): Promise<OpenCount[]> {
    if (dates.length === 0) return [];
    const rows = await tx
      .createQueryBuilder(EndOfDayException, 'x')
      .select(['x.date::text AS date', 'x.step AS step', 'count(*)::int AS count'])
      .where({ institutionId, date: In(dates), resolvedAt: IsNull() })
      .groupBy('x.date, x.step')
      .getRawMany<OpenCount>();
    return rows;
  }

  /** Whether a day up to this one has something left. */
  async existThrough(tx: Tx, institutionId: number, date: string): Promise<boolean> {
    return tx
      .createQueryBuilder(EndOfDayException, 'x')
      .where('x.institution_id = :institutionId AND x.date <= :date AND x.resolved_at IS NULL', { institutionId, date })
      .getExists();
  }
}
