import type { INestApplicationContext } from '@nestjs/common';
import { API_CLIENT_GRANTS_APPROVED } from '../auth/auth.settings';
import { AuditLog } from '../common/audit/audit-log';
import { IdAllocator } from '../common/database/id-allocator';
import { InstitutionDirectory } from '../common/database/institution-directory.entity';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { Clock } from '../common/time/clock';
import { PUBLIC_HOLIDAYS } from '../institutions/settings/base-settings';
import { OneTimeCodes } from '../institutions/staff/one-time-codes';
import { Staff } from '../institutions/staff/staff.entity';
import { StaffMembers } from '../institutions/staff/staff-members';
import { InstitutionOpening } from './institution-opening.entity';
import { InstitutionSetup } from './institution-setup';
import type { FirstAdministrator, OpenInstitutionFile } from './open-institution.dto';
import { INSTITUTION_TEMPLATES } from './templates/all-templates';

const DEFAULT_ZONE = 'Africa/Lagos';

/** The role of the first administrators. */
const ADMINISTRATOR = 'Administrator';

/** An administrator with the code that is shown once. */
export interface InvitedAdministrator {
  staffID: string;
  email: string;
  code: string;
  expiresAt: Date;
}

export interface OpenedInstitution {
  institutionId: number;
  code: string;
  administrators: InvitedAdministrator[];
}

/** The institution cannot be opened; the message says why. */
export class OpeningRefusedError extends Error {
  override readonly name = 'OpeningRefusedError';
}

/** Opens institutions for operators: books from a template, a head office, roles, administrators and policies. */
export class InstitutionOpenings {
  private readonly unitOfWork: UnitOfWork;
  private readonly clock: Clock;

  constructor(private readonly app: INestApplicationContext) {
    this.unitOfWork = app.get(UnitOfWork);
    this.clock = app.get(Clock);
  }

  /**
   * Opens an institution, or completes an opening that was interrupted. It is listed, and can be used, once every step
   * is done; only then are the codes of its administrators issued.
   * @param operator name of the operating system's user, for the audit log.
   * @throws OpeningRefusedError; DUPLICATE_REFERENCE (409) when a step was done with other values; STAFF_EMAIL_TAKEN
   */
  async open(file: OpenInstitutionFile, operator: string): Promise<OpenedInstitution> {
    const template = INSTITUTION_TEMPLATES.find(({ name }) => name === file.template)!;
    const { institutionId } = await this.begun(file, operator);
    const setup = new InstitutionSetup(this.app, institutionId);
    await setup.found({ code: file.code, name: file.name, timeZone: file.timeZone ?? DEFAULT_ZONE });
    await setup.openBooks(template);
    await setup.openBranches([file.headOffice]);
    await setup.createRoles();
    for (const administrator of file.administrators) await this.hire(institutionId, administrator, file.headOffice);
    const holidays: Record<string, string> = file.publicHolidays?.length
      ? { [PUBLIC_HOLIDAYS]: file.publicHolidays.join(', ') }
      : {};
    await setup.configure({ ...template.settings, ...holidays, [API_CLIENT_GRANTS_APPROVED]: 'true' });
    await setup.setPolicies();
    const administrators = await this.complete(institutionId, file, operator);
    return { institutionId, code: file.code, administrators };
  }

  /** @throws OpeningRefusedError */
  private async begun({ code, template }: OpenInstitutionFile, operator: string): Promise<InstitutionOpening> {
    const institutionId = await this.app.get(IdAllocator).next();
    return this.unitOfWork.routing(async (tx) => {
      if (await tx.existsBy(InstitutionDirectory, { code }))
        throw new OpeningRefusedError(`There is an institution with the code ${code} already.`);
      const startedAt = this.clock.now();
      await tx
        .createQueryBuilder()
        .insert()
        .into(InstitutionOpening)
        .values({ code, institutionId, template, openedBy: operator, startedAt, completedAt: null })
        .orIgnore()
        .execute();
      const opening = await tx.findOneByOrFail(InstitutionOpening, { code });
      if (opening.template !== template)
        throw new OpeningRefusedError(
          `The opening of ${code} was begun with the template ${opening.template}; complete it with that template.`,
        );
      return opening;
    });
  }

  private async hire(
    institutionId: number,
    { staffID, name, email }: FirstAdministrator,
    { branchCode }: OpenInstitutionFile['headOffice'],
  ): Promise<void> {
    await this.unitOfWork.run(institutionId, async (tx) => {
      if (await tx.existsBy(Staff, { institutionId, staffID })) return;
      const members = this.app.get(StaffMembers, { strict: false });
      await members.create(tx, { institutionId, staffID, name, email, branchCode, roles: [ADMINISTRATOR] });
    });
  }

  /** Issues the codes, writes the audit log and lists the institution, in one transaction. */
  private async complete(
    institutionId: number,
    { code, name, template, administrators }: OpenInstitutionFile,
    operator: string,
  ): Promise<InvitedAdministrator[]> {
    return this.unitOfWork.run(institutionId, async (tx) => {
      const invited: InvitedAdministrator[] = [];
      for (const { staffID } of administrators) invited.push(await this.invite(tx, institutionId, staffID));
      const author = { institutionId, actor: 'operator:institution' };
      const details = { operator, code, name, template, administrators: invited.map(({ staffID }) => staffID) };
      await this.app
        .get(AuditLog, { strict: false })
        .record(tx, author, { action: 'institution.create', subject: `institution:${institutionId}`, details });
      await tx.update(InstitutionOpening, { code }, { completedAt: this.clock.now() });
      await tx.insert(InstitutionDirectory, { institutionId, code });
      return invited;
    });
  }

  private async invite(tx: Tx, institutionId: number, staffID: string): Promise<InvitedAdministrator> {
    const member = await this.app.get(StaffMembers, { strict: false }).require(tx, institutionId, staffID);
    const issued = await this.app.get(OneTimeCodes, { strict: false }).issue(tx, member, 'institution-opening');
    return { staffID, email: member.email, ...issued };
  }
}
