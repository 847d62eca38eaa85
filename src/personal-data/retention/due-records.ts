import { Injectable } from '@nestjs/common';
import { HOLD_IN_FORCE } from '../../accounts/legal-holds/legal-holds';
import { pageById } from '../../business-day/row-pages';
import { type Tx, UnitOfWork } from '../../common/database/unit-of-work';
import { type ExpiredCount, Housekeeping } from '../../common/housekeeping';
import { Institution } from '../../institutions/institution.entity';
import { RetentionKinds } from '../../institutions/retention/retention-kinds';
import type { RetentionKind } from '../../institutions/retention/retention-setting';
import { decideErasure } from './erasure-decision';
import { HOLDERS_DUE } from './holder-erasure';
import { CANDIDATES, readPersonFacts } from './person-facts';
import { HOLDER_RETENTION, IDENTITY_RETENTION, REFUSED_RETENTION, TAX_RETENTION } from './personal-data-kinds';
import { REFUSED_DUE } from './refused-applications';

/** Records of a kind are counted no further. */
const COUNT_CAP = 10_000;
const PAGE_SIZE = 500;

const COUNT_REFUSED = `
  SELECT count(*) FILTER (WHERE NOT held) AS due, count(*) FILTER (WHERE held) AS kept FROM (
    SELECT EXISTS (SELECT 1 FROM legal_hold h
                    WHERE h.institution_id = $1 AND h.customer_id = r.customer_id AND ${HOLD_IN_FORCE}) AS held
      FROM (${REFUSED_DUE} LIMIT ${COUNT_CAP}) r) counted`;

const COUNT_HOLDERS = `
  SELECT count(*) FILTER (WHERE NOT held) AS due, count(*) FILTER (WHERE held) AS kept FROM (
    SELECT EXISTS (SELECT 1 FROM legal_hold h JOIN deposit_account a
                       ON a.institution_id = h.institution_id AND a.customer_id = h.customer_id
                    WHERE h.institution_id = $1 AND a.id = v.settlement_account_id AND ${HOLD_IN_FORCE}) AS held
      FROM (${HOLDERS_DUE} LIMIT ${COUNT_CAP}) v) counted`;

/** Counts the records past their period, by kind: those that the next run removes and those that legal holds keep. */
@Injectable()
export class DueRecords {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly housekeeping: Housekeeping,
    private readonly kinds: RetentionKinds,
  ) {}

  async count(institutionId: number): Promise<Map<string, ExpiredCount>> {
    const counts = await this.countPersons(institutionId);
    counts.set(REFUSED_RETENTION.name, await this.countRows(institutionId, REFUSED_RETENTION, COUNT_REFUSED));
    counts.set(HOLDER_RETENTION.name, await this.countRows(institutionId, HOLDER_RETENTION, COUNT_HOLDERS));
    for (const { name, rows } of this.kinds.list())
      if (rows) counts.set(name, await this.housekeeping.countExpired(institutionId, rows.table, COUNT_CAP));
    return counts;
  }

  private async countPersons(institutionId: number): Promise<Map<string, ExpiredCount>> {
    const identity = await this.kinds.period(institutionId, IDENTITY_RETENTION);
    const tax = await this.kinds.period(institutionId, TAX_RETENTION);
    const counts = new Map(
      [IDENTITY_RETENTION, TAX_RETENTION].map(({ name }): [string, ExpiredCount] => [name, { due: 0, kept: 0 }]),
    );
    return this.unitOfWork.read(institutionId, async (tx) => {
      const date = await businessDateOf(tx, institutionId);
      let after = 0;
      for (let read = 0; read < COUNT_CAP; read += PAGE_SIZE) {
        const page = await pageById(tx, `${CANDIDATES} ${PAGE_SIZE}`, [institutionId, after, date, identity]);
        if (page.last === undefined) break;
        for (const person of await readPersonFacts(tx, institutionId, page.ids)) {
          const count = counts.get((person.isTaxed ? TAX_RETENTION : IDENTITY_RETENTION).name)!;
          const decision = decideErasure(person, { identity, tax }, date);
          if (decision === 'due') count.due += 1;
          if (decision === 'held') count.kept += 1;
        }
        after = page.last;
      }
      return counts;
    });
  }

  /** @param sql takes the date and the period as `$3` and `$4` */
  private async countRows(institutionId: number, kind: RetentionKind, sql: string): Promise<ExpiredCount> {
    const period = await this.kinds.period(institutionId, kind);
    return this.unitOfWork.read(institutionId, async (tx) => {
      const date = await businessDateOf(tx, institutionId);
      const [row] = await tx.query<{ due: string; kept: string }[]>(sql, [institutionId, 0, date, period]);
      return { due: Number(row?.due), kept: Number(row?.kept) };
    });
  }
}

async function businessDateOf(tx: Tx, institutionId: number): Promise<string> {
  return (await tx.findOneByOrFail(Institution, { institutionId })).businessDate;
}
