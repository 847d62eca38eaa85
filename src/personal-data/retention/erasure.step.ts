import { Injectable } from '@nestjs/common';
import { LegalHolds } from '../../accounts/legal-holds/legal-holds';
import { ChunkRunner } from '../../business-day/chunk-runner';
import { type ClosingDay, type DayStep, DaySteps, type StepProgress } from '../../business-day/day-steps';
import { pageById } from '../../business-day/row-pages';
import type { Tx } from '../../common/database/unit-of-work';
import { MemberOf } from '../../common/registry/registry';
import { DocumentErasure } from '../../documents/document-erasure';
import { RetentionKinds } from '../../institutions/retention/retention-kinds';
import { decideErasure, type RetentionYears } from './erasure-decision';
import { HolderErasure } from './holder-erasure';
import { PersonErasure } from './person-erasure';
import { CANDIDATES, readPersonFacts } from './person-facts';
import { HOLDER_RETENTION, IDENTITY_RETENTION, REFUSED_RETENTION, TAX_RETENTION } from './personal-data-kinds';
import { CUSTOMERS_OF_REFUSED, REFUSED_DUE } from './refused-applications';

const PAGE_SIZE = 200;
/** Persons in one transaction: each takes a dozen statements, and the locks of its customer and accounts. */
const CHUNK_SIZE = 10;
const LOCK_PERSONS = 'SELECT id FROM customer WHERE institution_id = $1 AND id = ANY($2) ORDER BY id FOR NO KEY UPDATE';

/** The records removed in one run, by kind. */
type Removed = Record<'persons' | 'taxedPersons' | 'holders' | 'applications', number>;

/**
 * Erases persons and documents of refused applications whose retention period has ended, in the end of day
 * (docs/api/personal-data.md#erasure). What is erased is no longer found, so a run after a crash continues and a second
 * run does nothing; each person is decided on again under the lock of the customer.
 */
@Injectable()
@MemberOf(DaySteps)
export class ErasureStep implements DayStep {
  readonly name = 'personal-data-erasure';
  readonly title = 'Erasure of personal data';

  constructor(
    private readonly chunks: ChunkRunner,
    private readonly kinds: RetentionKinds,
    private readonly persons: PersonErasure,
    private readonly holders: HolderErasure,
    private readonly documents: DocumentErasure,
    private readonly legalHolds: LegalHolds,
  ) {}

  async run(day: ClosingDay, progress: StepProgress): Promise<void> {
    const removed: Removed = { persons: 0, taxedPersons: 0, holders: 0, applications: 0 };
    await this.erasePersons(day, progress, removed);
    await this.eraseHolders(day, progress, removed);
    await this.eraseApplications(day, progress, removed);
    if (progress.signal.aborted) return;
    await this.kinds.recordRuns(day.institutionId, [
      { kind: IDENTITY_RETENTION, removed: removed.persons },
      { kind: TAX_RETENTION, removed: removed.taxedPersons },
      { kind: HOLDER_RETENTION, removed: removed.holders },
      { kind: REFUSED_RETENTION, removed: removed.applications },
    ]);
  }

  private async erasePersons(day: ClosingDay, progress: StepProgress, removed: Removed): Promise<void> {
    const { institutionId, date } = day;
    const years: RetentionYears = {
      identity: await this.kinds.period(institutionId, IDENTITY_RETENTION),
      tax: await this.kinds.period(institutionId, TAX_RETENTION),
    };
    const process = async (tx: Tx, ids: number[]): Promise<number> => {
      await tx.query(LOCK_PERSONS, [institutionId, ids]);
      const due = (await readPersonFacts(tx, institutionId, ids)).filter(
        (person) => decideErasure(person, years, date) === 'due',
      );
      for (const person of due) await this.persons.erase(tx, institutionId, person);
      const taxed = due.filter(({ isTaxed }) => isTaxed).length;
      removed.taxedPersons += taxed;
      removed.persons += due.length - taxed;
      return due.length;
    };
    const nextPage = (tx: Tx, after: number): ReturnType<typeof pageById> =>
      pageById(tx, `${CANDIDATES} ${PAGE_SIZE}`, [institutionId, after, date, years.identity]);
    await this.chunks.run(
      day,
      { subject: 'customer', chunkSize: CHUNK_SIZE, firstKey: 0, nextPage, process },
      progress,
    );
  }

  private async eraseHolders(day: ClosingDay, progress: StepProgress, removed: Removed): Promise<void> {
    const { institutionId, date } = day;
    const years = await this.kinds.period(institutionId, HOLDER_RETENTION);
    const process = async (tx: Tx, ids: number[]): Promise<number> => {
      const erased = await this.holders.erase(tx, institutionId, ids);
      removed.holders += erased;
      return erased;
    };
    const nextPage = (tx: Tx, after: number): ReturnType<typeof pageById> =>
      this.holders.nextPage(tx, [institutionId, after, date, years], PAGE_SIZE);
    const rows = { subject: 'virtual-account', chunkSize: PAGE_SIZE, firstKey: 0, nextPage, process };
    await this.chunks.run(day, rows, progress);
  }

  private async eraseApplications(day: ClosingDay, progress: StepProgress, removed: Removed): Promise<void> {
    const { institutionId, date } = day;
    const days = await this.kinds.period(institutionId, REFUSED_RETENTION);
    const process = async (tx: Tx, ids: number[]): Promise<number> => {
      const records = await tx.query<{ id: string; customer_id: string }[]>(CUSTOMERS_OF_REFUSED, [institutionId, ids]);
      const customerIds = records.map(({ customer_id }) => Number(customer_id));
      const held = await this.legalHolds.lockHeld(tx, institutionId, customerIds);
      const entityIds = records.filter((record) => !held.has(Number(record.customer_id))).map(({ id }) => Number(id));
      const reason = 'The application was refused or withdrawn, and its retention period has ended.';
      await this.documents.erase(tx, { institutionId, entityIds, actor: 'system:retention', reason });
      removed.applications += entityIds.length;
      return entityIds.length;
    };
    const nextPage = (tx: Tx, after: number): ReturnType<typeof pageById> =>
      pageById(tx, `${REFUSED_DUE} LIMIT ${PAGE_SIZE}`, [institutionId, after, date, days]);
    const rows = { subject: 'application', chunkSize: PAGE_SIZE, firstKey: 0, nextPage, process };
    await this.chunks.run(day, rows, progress);
  }
}
