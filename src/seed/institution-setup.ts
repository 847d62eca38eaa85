import { CommandBus } from '@nestjs/cqrs';
import { ApprovalPolicy } from '../approvals/approval-policy.entity';
import { createDefaultPolicies } from '../approvals/default-policies';
import { IdAllocator } from '../common/database/id-allocator';
import { UnitOfWork } from '../common/database/unit-of-work';
import { addDays, calendarDate } from '../common/time/calendar';
import { Clock } from '../common/time/clock';
import type { CreateBranchBody } from '../institutions/branches/branches.dto';
import { CreateBranch } from '../institutions/branches/commands/create-branch';
import { Institution } from '../institutions/institution.entity';
import { ChangeConfiguration } from '../institutions/settings/commands/change-configuration';
import { CreateRole } from '../institutions/staff/commands/create-role';
import { PermissionCatalogue } from '../institutions/staff/permission-catalogue';
import { CreateGlAccount } from '../ledger/chart/commands/create-gl-account';
import { CreateProduct } from '../products/commands/create-product';
import { CreateProductFee } from '../products/fees/commands/create-product-fee';
import { CreateProductRate } from '../products/rates/commands/create-product-rate';
import type { InstitutionTemplate } from './institution-template';
import type { Providers } from './providers';
import { seedWrite } from './seed-write';
import { STANDARD_ROLES } from './templates/standard-roles';

/** The facts of an institution before it has books. */
export interface NewInstitution {
  /** CBN code: 3 digits (deposit money bank) or 5 (other institution). */
  code: string;
  name: string;
  timeZone: string;
  /** True for an institution in which integrators try things out. */
  sandbox?: boolean;
  /** Days before today on which a sandbox institution begins; its clock is behind by them (docs/sandbox.md#history). */
  beginsDaysAgo?: number;
}

/**
 * The steps that give an institution its books, branches and roles. Each step may run again, so that an interrupted
 * setup is completed by the next.
 */
export class InstitutionSetup {
  private readonly bus: CommandBus;

  constructor(
    private readonly app: Providers,
    private readonly institutionId: number,
  ) {
    this.bus = app.get(CommandBus);
  }

  /** The institution's own row; its first business date is today in its zone, or days ago. */
  async found({ code, name, timeZone, sandbox = false, beginsDaysAgo = 0 }: NewInstitution): Promise<void> {
    const { institutionId } = this;
    const businessDate = addDays(calendarDate(this.app.get(Clock).now(), timeZone), -beginsDaysAgo);
    const clockAheadDays = beginsDaysAgo === 0 ? null : -beginsDaysAgo;
    await this.app
      .get(UnitOfWork)
      .run(institutionId, (tx) =>
        tx
          .createQueryBuilder()
          .insert()
          .into(Institution)
          .values({ institutionId, code, name, timeZone, businessDate, sandbox, clockAheadDays })
          .orIgnore()
          .execute(),
      );
  }

  /** Ledgers, products with rates and fees. Branches come before the settings, which come last. */
  async openBooks({ ledgers, products, rates, fees }: InstitutionTemplate): Promise<void> {
    await this.openLedgers(ledgers);
    await this.createProducts(products);
    for (const [productCode, rate] of rates)
      await this.bus.execute(new CreateProductRate(this.write(`RATE-${productCode}-${rate.name}`), productCode, rate));
    for (const [productCode, fee] of fees)
      await this.bus.execute(new CreateProductFee(this.write(`FEE-${productCode}-${fee.name}`), productCode, fee));
  }

  async openLedgers(ledgers: InstitutionTemplate['ledgers']): Promise<void> {
    for (const ledger of ledgers)
      await this.bus.execute(new CreateGlAccount(this.write(`LEDGER-${ledger.code}`), ledger));
  }

  async createProducts(products: InstitutionTemplate['products']): Promise<void> {
    for (const product of products)
      await this.bus.execute(new CreateProduct(this.write(`PRODUCT-${product.productCode}`), product));
  }

  async openBranches(branches: readonly CreateBranchBody[]): Promise<void> {
    for (const branch of branches)
      await this.bus.execute(new CreateBranch(this.write(`BRANCH-${branch.branchCode}`), branch));
  }

  async createRoles(): Promise<void> {
    const permissions = this.app.get(PermissionCatalogue, { strict: false }).list();
    for (const { name, description, allows } of STANDARD_ROLES)
      await this.bus.execute(
        new CreateRole(this.write(`ROLE-${name}`), { name, description, permissions: permissions.filter(allows) }),
      );
  }

  async configure(settings: InstitutionTemplate['settings']): Promise<void> {
    const values = new Map(Object.entries(settings));
    await this.bus.execute(new ChangeConfiguration(this.write('LEDGER-SETTINGS'), values, 'list'));
  }

  /** The default approval policies, unless there are policies already. */
  async setPolicies(): Promise<void> {
    const { institutionId, app } = this;
    await app.get(UnitOfWork).run(institutionId, async (tx) => {
      if (await tx.existsBy(ApprovalPolicy, { institutionId })) return;
      await createDefaultPolicies(tx, institutionId, { ids: app.get(IdAllocator), now: app.get(Clock).now() });
    });
  }

  private write(step: string): ReturnType<typeof seedWrite> {
    return seedWrite(this.institutionId, step);
  }
}
