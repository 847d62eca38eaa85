import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Tx } from '../common/database/unit-of-work';
import { EndOfDayException } from './end-of-day-exception.entity';

interface OpenCount {
  date: string;
  step: string;
  count: number;
}

/** Reads the exceptions that are still open. */
@Injectable()
export class OpenExceptions {
  /** The subjects of a step's open exceptions on a day. */
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

  /** @returns whether a day up to this one has an open exception. */
  async existThrough(tx: Tx, institutionId: number, date: string): Promise<boolean> {
    return tx
      .createQueryBuilder(EndOfDayException, 'x')
      .where('x.institution_id = :institutionId AND x.date <= :date AND x.resolved_at IS NULL', { institutionId, date })
      .getExists();
  }
}
