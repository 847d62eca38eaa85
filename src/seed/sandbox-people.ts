import { CommandBus } from '@nestjs/cqrs';
import { CreateAmlRule } from '../aml/commands/create-aml-rule';
import { SetAmlScreening } from '../aml/commands/set-aml-screening';
import { ApiClient } from '../auth/api-client.entity';
import { ApiClients } from '../auth/api-clients';
import { NO_PERMISSIONS, SECOND_FACTOR_PERMISSIONS } from '../auth/auth.settings';
import { ClientDirectory } from '../auth/client-directory.entity';
import { hashPassword } from '../common/crypto/password-hash';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { CLIENT_SCOPES } from '../common/http/client-scopes';
import { Clock } from '../common/time/clock';
import { RECOVERY_PARTNER_SECRET } from '../institutions/settings/base-settings';
import { InstitutionSetting } from '../institutions/settings/institution-setting.entity';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { Staff } from '../institutions/staff/staff.entity';
import { StaffMembers } from '../institutions/staff/staff-members';
import type { Providers } from './providers';
import type { Credentials } from './sandbox-credentials';
import { ACCOUNT_OFFICER, AML_RULE, BRANCHES, STAFF, type StaffPart } from './sandbox-plan';
import { seedWrite } from './seed-write';

const OFFICER = {
  staffID: ACCOUNT_OFFICER,
  name: 'Ngozi Account-Officer',
  email: 'officer@sandbox.corebank.example',
};

/** The sandbox's staff, API client and rules. */
export class SandboxPeople {
  private readonly bus: CommandBus;

  constructor(
    private readonly app: Providers,
    private readonly institutionId: number,
    /** Before the addresses of the staff, while another institution has them. */
    private readonly provisional = '',
  ) {
    this.bus = app.get(CommandBus);
  }

  async hireStaff(credentials: Credentials): Promise<void> {
    await this.hire(OFFICER);
    await this.hireMissing(credentials);
  }

  /** Also for a sandbox created before its institution had second people for changes. */
  async hireMissing(credentials: Credentials): Promise<void> {
    for (const part of Object.keys(STAFF) as StaffPart[]) {
      const { role, ...member } = STAFF[part];
      await this.hire({ ...member, roles: [role], password: credentials.staff[part].password });
    }
  }

  /**
   * Gives the members, hired under provisional addresses, those that the sandbox publishes. Their former holders must
   * have lost them in the same transaction.
   */
  async takeAddresses(tx: Tx): Promise<void> {
    const { institutionId } = this;
    const members = this.app.get(StaffMembers, { strict: false });
    for (const { staffID, email } of [OFFICER, ...Object.values(STAFF)])
      await members.changeEmail(tx, await members.require(tx, institutionId, staffID), email);
  }

  async admitClient({ clientId, clientSecret }: Credentials): Promise<void> {
    const { institutionId } = this;
    await this.app.get(UnitOfWork).run(institutionId, async (tx) => {
      if (await tx.existsBy(ClientDirectory, { clientId })) return;
      await this.app.get(ApiClients, { strict: false }).issue(tx, {
        institutionId,
        name: 'Sandbox client',
        scopes: CLIENT_SCOPES,
        clientId,
        clientSecret,
      });
    });
  }

  /** A sandbox that was not used for two weeks must work again when it is started. */
  async reviveClient({ clientId }: Credentials): Promise<void> {
    const { institutionId } = this;
    const reactivatedAt = this.app.get(Clock).now();
    await this.app
      .get(UnitOfWork)
      .run(institutionId, (tx) =>
        tx.update(ApiClient, { institutionId, clientId }, { status: 'Active', reactivatedAt }),
      );
  }

  /** Also for a sandbox created before there were webhooks; a secret that staff have set stays. */
  async shareWebhookSecret({ webhookSecret }: Credentials): Promise<void> {
    await this.setIfMissing(RECOVERY_PARTNER_SECRET, webhookSecret);
  }

  /** Also for a sandbox created before there were second factors; a list that staff have set stays. */
  async switchSecondFactorsOff(): Promise<void> {
    await this.setIfMissing(SECOND_FACTOR_PERMISSIONS, NO_PERMISSIONS);
  }

  async setRules(): Promise<void> {
    await this.bus.execute(new CreateAmlRule(seedWrite(this.institutionId, 'AML-RULE'), AML_RULE));
    await this.bus.execute(new SetAmlScreening(seedWrite(this.institutionId, 'AML-SCREENING'), true));
  }

  private async setIfMissing(key: string, value: string): Promise<void> {
    const { institutionId } = this;
    const settings = this.app.get(InstitutionSettings, { strict: false });
    await this.app.get(UnitOfWork).run(institutionId, async (tx) => {
      if (await tx.existsBy(InstitutionSetting, { institutionId, key })) return;
      await settings.set(tx, institutionId, key, value, 'system:seed');
    });
    settings.forget(institutionId);
  }

  private async hire({
    password,
    ...member
  }: {
    staffID: string;
    name: string;
    email: string;
    roles?: string[];
    password?: string;
  }): Promise<void> {
    const { institutionId } = this;
    const { staffID } = member;
    const unitOfWork = this.app.get(UnitOfWork);
    if (await unitOfWork.read(institutionId, (tx) => tx.existsBy(Staff, { institutionId, staffID }))) return;
    const passwordHash = password === undefined ? undefined : await hashPassword(password);
    await unitOfWork.run(institutionId, async (tx) => {
      const branchCode = BRANCHES[0]!.branchCode;
      await this.app.get(StaffMembers, { strict: false }).create(tx, {
        institutionId,
        ...member,
        email: this.provisional + member.email,
        branchCode,
        ...(passwordHash === undefined ? {} : { passwordHash }),
      });
    });
  }
}
