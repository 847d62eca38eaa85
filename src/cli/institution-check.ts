import type { INestApplicationContext } from '@nestjs/common';
import { AML_SCREENING_ENABLED } from '../aml/aml.settings';
import { AmlRule } from '../aml/aml-rule.entity';
import { ApprovalPolicy } from '../approvals/approval-policy.entity';
import { ApiClient } from '../auth/api-client.entity';
import { SecondFactorNeeds } from '../auth/second-factor/second-factor-needs';
import { SecondFactors } from '../auth/second-factor/second-factors';
import { AppConfig } from '../common/config/app-config';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { linesOfChecks } from '../common/health/check-item';
import { calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import { DataImport } from '../imports/data-import.entity';
import { MIGRATION_SUSPENSE_LEDGER } from '../imports/imports.settings';
import { Institution } from '../institutions/institution.entity';
import { Integrations } from '../institutions/integrations/integrations';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { LETTERHEAD_ADDRESS } from '../institutions/settings/letterhead.settings';
import { Staff } from '../institutions/staff/staff.entity';
import { StaffPermissions } from '../institutions/staff/staff-rights';
import { LedgerAccount } from '../ledger/engine/ledger-account.entity';
import { Product } from '../products/product.entity';
import { type InstitutionFacts, readinessOf } from './institution-readiness';
import { unknownInstitution } from './known-institution';
import { institutionOption, type OperatorCommand } from './operator-command';

/** `corebank institution check`: compares an institution with what it needs before customers come. */
export const institutionCheck: OperatorCommand = {
  name: 'institution check',
  options: '--institution ID',
  summary: 'Lists what an institution lacks before it goes live',
  async run({ services }, args) {
    const institutionId = institutionOption(args);
    const items = readinessOf(await factsOf(await services(), institutionId));
    const missing = items.filter(({ ok }) => !ok).length;
    return {
      ok: missing === 0,
      text: [
        ...linesOfChecks(items, 'missing'),
        missing === 0 ? 'Nothing is missing.' : `Missing: ${missing} of ${items.length}.`,
      ],
      data: { institutionId, items },
    };
  },
};

type StoredFacts = Omit<
  InstitutionFacts,
  'integrations' | 'screeningEnabled' | 'hasLetterheadAddress' | 'hasAuditSigningKey' | 'migrationSuspenseKobo'
>;

async function factsOf(app: INestApplicationContext, institutionId: number): Promise<InstitutionFacts> {
  const settings = app.get(InstitutionSettings, { strict: false });
  const stored = await app.get(UnitOfWork).read(institutionId, (tx) => storedFacts(app, tx, institutionId));
  const suspenseCode = await settings.get(institutionId, MIGRATION_SUSPENSE_LEDGER);
  const integrations = await app.get(Integrations, { strict: false }).list(institutionId);
  return {
    ...stored,
    integrations: integrations
      .filter(({ enabled }) => enabled)
      .map(({ integration, missing }) => ({ name: integration, missing })),
    migrationSuspenseKobo:
      suspenseCode === undefined ? undefined : await debitBalanceKobo(app, institutionId, suspenseCode),
    screeningEnabled: await settings.getBoolean(institutionId, AML_SCREENING_ENABLED),
    hasLetterheadAddress: (await settings.get(institutionId, LETTERHEAD_ADDRESS)) !== undefined,
    hasAuditSigningKey: app.get(AppConfig, { strict: false }).auditSigningKeys !== undefined,
  };
}

/** @throws UsageError for an unknown institution */
async function storedFacts(app: INestApplicationContext, tx: Tx, institutionId: number): Promise<StoredFacts> {
  const institution = await tx.findOneBy(Institution, { institutionId });
  if (!institution) throw unknownInstitution(institutionId);
  return {
    deciders: await app.get(StaffPermissions, { strict: false }).deciders(tx, institutionId),
    withoutSecondFactor: await withoutSecondFactor(app, tx, institutionId),
    activePolicies: await tx.countBy(ApprovalPolicy, { institutionId, active: true }),
    activeAmlRules: await tx.countBy(AmlRule, { institutionId, active: true }),
    activeProducts: await tx.countBy(Product, { institutionId, status: 'Active' }),
    activeApiClients: await tx.countBy(ApiClient, { institutionId, status: 'Active' }),
    openImports: await tx.countBy(DataImport, { institutionId, status: 'Loading' }),
    businessDate: institution.businessDate,
    today: calendarDate(app.get(Clock).now(), institution.timeZone),
  };
}

async function debitBalanceKobo(
  app: INestApplicationContext,
  institutionId: number,
  number: string,
): Promise<bigint | undefined> {
  const ledger = await app
    .get(UnitOfWork)
    .read(institutionId, (tx) => tx.findOneBy(LedgerAccount, { institutionId, kind: 'gl', number }));
  return ledger ? ledger.debitsPostedKobo - ledger.creditsPostedKobo : undefined;
}

async function withoutSecondFactor(app: INestApplicationContext, tx: Tx, institutionId: number): Promise<string[]> {
  const needs = app.get(SecondFactorNeeds, { strict: false });
  const factors = app.get(SecondFactors, { strict: false });
  const members = await tx.find(Staff, { where: { institutionId, status: 'Active' }, order: { staffID: 'ASC' } });
  const lacking: string[] = [];
  for (const member of members) {
    const isNeeded = (await needs.neededFor(tx, member)).length > 0;
    if (isNeeded && !(await factors.active(tx, member))) lacking.push(member.staffID);
  }
  return lacking;
}
