import { Injectable } from '@nestjs/common';
import { accountsErrors } from '../accounts/accounts.errors';
import { Customer } from '../accounts/customers/customer.entity';
import { CustomerWatchers } from '../accounts/customers/customer-watchers';
import { Customers } from '../accounts/customers/customers';
import { LegalHolds } from '../accounts/legal-holds/legal-holds';
import { AuditLog } from '../common/audit/audit-log';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Outcome } from '../common/http/outcome';
import type { WriteRequest } from '../common/http/write-request';
import { IdempotentWrites } from '../common/idempotency/idempotent-writes';
import { IdentityNumbers } from '../common/identity/identity-numbers';
import { koboToNaira, nairaToKobo } from '../common/money/naira';
import { Clock } from '../common/time/clock';
import { losesValues } from '../metadata/lost-values';
import type { DirectorBody, DirectorView, DueDiligenceBody, DueDiligenceView } from './due-diligence.dto';
import { DueDiligence } from './due-diligence.entity';

/** The stored document of directors. */
interface Directors {
  directors: DirectorView[];
}

/** The due diligence of customers (docs/api/nfiu-reports.md#due-diligence). */
@Injectable()
export class DueDiligences {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly writes: IdempotentWrites,
    private readonly identity: IdentityNumbers,
    private readonly customers: Customers,
    private readonly legalHolds: LegalHolds,
    private readonly watchers: CustomerWatchers,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
  ) {}

  /** @throws CUSTOMER_NOT_FOUND (404) */
  get(institutionId: number, customerID: string): Promise<DueDiligenceView> {
    return this.unitOfWork.read(institutionId, async (tx) => {
      const { id } = await customerOf(tx, institutionId, customerID);
      return this.view(customerID, await tx.findOneBy(DueDiligence, { institutionId, id }));
    });
  }

  /**
   * Replaces the record.
   * @throws CUSTOMER_NOT_FOUND (404), CUSTOMER_ERASED (409); RECORD_UNDER_LEGAL_HOLD (409) where a fact would be lost
   */
  set(write: WriteRequest, customerID: string, body: DueDiligenceBody): Promise<Outcome> {
    const { institutionId, actor } = write;
    return this.writes.run(write, { customerID, ...body }, async (tx) => {
      const { id } = await this.customers.lock(tx, institutionId, customerID, 'share');
      const record = { ...this.columns(institutionId, body), institutionId, id, updatedBy: actor };
      const stored = { ...record, updatedAt: this.clock.institutionNow(institutionId) };
      const lock = { mode: 'for_no_key_update' } as const;
      const present = await tx.findOne(DueDiligence, { where: { institutionId, id }, lock });
      if (present) await this.assertMayReplace(tx, customerID, present, stored);
      await tx.upsert(DueDiligence, stored, ['institutionId', 'id']);
      const { publicPosition } = stored;
      const isPositionNew = publicPosition !== null && publicPosition !== present?.publicPosition;
      await this.watchers.changed(tx, institutionId, id, { isPositionNew });
      // What was learnt is erased with the customer; the audit log is not.
      const fields = Object.keys(body).sort();
      const fact = { action: 'customer.record-due-diligence', subject: `customer:${customerID}`, details: { fields } };
      await this.audit.record(tx, write, fact);
      return Outcome.done(this.view(customerID, stored));
    });
  }

  /** The directors of a company with whole identity numbers, for reports. */
  directorsOf({ institutionId, directors }: DueDiligence): DirectorView[] {
    return directors === null
      ? []
      : (this.identity.openDocument(institutionId, directors, true) as Directors).directors;
  }

  private async assertMayReplace(tx: Tx, customerID: string, present: DueDiligence, next: DueDiligence): Promise<void> {
    if (losesValues(this.view(customerID, present), this.view(customerID, next)))
      await this.legalHolds.assertMayDelete(tx, next.institutionId, [next.id]);
  }

  private columns(
    institutionId: number,
    body: DueDiligenceBody,
  ): Omit<DueDiligence, 'institutionId' | 'id' | 'updatedBy' | 'updatedAt'> {
    const { declaredMonthlyIncome, directors } = body;
    return {
      occupation: body.occupation ?? null,
      employerName: body.employerName ?? null,
      sourceOfWealth: body.sourceOfWealth ?? null,
      residenceCountry: body.residenceCountry ?? null,
      declaredMonthlyIncomeKobo: nairaToKobo(declaredMonthlyIncome) ?? null,
      publicPosition: body.publicPosition ?? null,
      identificationIssuedOn: body.identificationIssuedOn ?? null,
      identificationExpiresOn: body.identificationExpiresOn ?? null,
      identificationCountry: body.identificationCountry ?? null,
      legalForm: body.legalForm ?? null,
      business: body.business ?? null,
      incorporatedOn: body.incorporatedOn ?? null,
      incorporationCountry: body.incorporationCountry ?? null,
      directors: directors?.length
        ? this.identity.sealDocument(institutionId, { directors: directors.map(directorView) })
        : null,
    };
  }

  private view(customerID: string, record: DueDiligence | null): DueDiligenceView {
    const income = record?.declaredMonthlyIncomeKobo ?? null;
    return {
      customerID,
      occupation: record?.occupation ?? null,
      employerName: record?.employerName ?? null,
      sourceOfWealth: record?.sourceOfWealth ?? null,
      residenceCountry: record?.residenceCountry ?? null,
      declaredMonthlyIncome: income === null ? null : koboToNaira(income),
      publicPosition: record?.publicPosition ?? null,
      identificationIssuedOn: record?.identificationIssuedOn ?? null,
      identificationExpiresOn: record?.identificationExpiresOn ?? null,
      identificationCountry: record?.identificationCountry ?? null,
      legalForm: record?.legalForm ?? null,
      business: record?.business ?? null,
      incorporatedOn: record?.incorporatedOn ?? null,
      incorporationCountry: record?.incorporationCountry ?? null,
      directors: record?.directors
        ? (this.identity.openDocument(record.institutionId, record.directors, false) as Directors).directors
        : [],
      updatedBy: record?.updatedBy ?? null,
      updatedAt: record?.updatedAt.toISOString() ?? null,
    };
  }
}

async function customerOf(tx: Tx, institutionId: number, customerID: string): Promise<Customer> {
  const customer = await tx.findOneBy(Customer, { institutionId, customerID });
  if (!customer || customer.erasedAt) throw accountsErrors.CUSTOMER_NOT_FOUND(`There is no customer ${customerID}.`);
  return customer;
}

function directorView(body: DirectorBody): DirectorView {
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    gender: body.gender ?? null,
    dateOfBirth: body.dateOfBirth ?? null,
    nationality: body.nationality ?? null,
    bvn: body.bvn ?? null,
    phoneNumber: body.phoneNumber ?? null,
    identificationType: body.identificationType ?? null,
    identificationNumber: body.identificationNumber ?? null,
    occupation: body.occupation ?? null,
    employerName: body.employerName ?? null,
    sourceOfWealth: body.sourceOfWealth ?? null,
    residenceCountry: body.residenceCountry ?? null,
    identificationIssuedOn: body.identificationIssuedOn ?? null,
    identificationExpiresOn: body.identificationExpiresOn ?? null,
    identificationCountry: body.identificationCountry ?? null,
  };
}
