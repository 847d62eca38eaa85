import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { IsNull, MoreThan, Not } from 'typeorm';
import { ApiClient } from '../auth/api-client.entity';
import { ApiClients } from '../auth/api-clients';
import { ClientDirectory } from '../auth/client-directory.entity';
import { AuditLog } from '../common/audit/audit-log';
import { Keyring } from '../common/crypto/keyring';
import { IdAllocator } from '../common/database/id-allocator';
import { InstitutionDirectory } from '../common/database/institution-directory.entity';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import { commonErrors } from '../common/errors/common.errors';
import { actorName, type ClientActor } from '../common/http/actor';
import { Clock } from '../common/time/clock';
import { Institution } from '../institutions/institution.entity';
import { GatewayKeyDirectory } from '../institutions/integrations/gateway-key-directory.entity';
import { SandboxInstitutions } from '../institutions/sandbox-institutions';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { StaffSessions } from '../institutions/staff/sessions/staff-sessions';
import { Staff } from '../institutions/staff/staff.entity';
import { StaffDirectory } from '../institutions/staff/staff-directory.entity';
import { type Providers, providersOf } from './providers';
import { sandboxCredentials } from './sandbox-credentials';
import { SandboxPeople } from './sandbox-people';
import { SANDBOX_INSTITUTION } from './sandbox-plan';
import { PROVIDER_SETTING_KEYS } from './sandbox-providers';
import type { SandboxResetView } from './sandbox-reset.dto';
import { sandboxResetErrors } from './sandbox-reset.errors';
import { fillSandbox, sandboxAccounts } from './seed-sandbox';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Each reset leaves an institution behind, so a day has only so many. */
export const RESETS_PER_DAY = 50;

/**
 * Replaces the sandbox institution by a fresh one and gives it the credentials of the old (docs/sandbox.md#reset). The
 * old one stays as it is, because entries are never deleted; nobody signs in to it any more.
 */
@Injectable()
export class SandboxReset {
  private readonly app: Providers;
  private isRunning = false;

  constructor(
    module: ModuleRef,
    private readonly sandboxes: SandboxInstitutions,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly keyring: Keyring,
    private readonly clients: ApiClients,
    private readonly settings: InstitutionSettings,
    private readonly sessions: StaffSessions,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {
    this.app = providersOf(module);
  }

  /** @throws NOT_FOUND (404) outside the sandbox; SANDBOX_RESET_RUNNING (409), TOO_MANY_REQUESTS (429) */
  async reset(client: ClientActor): Promise<SandboxResetView> {
    await this.sandboxes.assertHas(client.institutionId);
    if (this.isRunning) throw sandboxResetErrors.SANDBOX_RESET_RUNNING();
    this.isRunning = true;
    try {
      return await this.replace(client);
    } finally {
      this.isRunning = false;
    }
  }

  private async replace(client: ClientActor): Promise<SandboxResetView> {
    const former = client.institutionId;
    await this.assertAllowed(former);
    const institutionId = await this.ids.next();
    const credentials = sandboxCredentials(this.keyring);
    const people = new SandboxPeople(this.app, institutionId, `${institutionId}.`);
    await fillSandbox(this.app, people, institutionId, credentials);
    await people.shareWebhookSecret(credentials);
    await people.switchSecondFactorsOff();
    const heirs = await this.unitOfWork.read(former, (tx) => tx.findBy(ApiClient, { institutionId: former }));
    const connections = await this.settings.getMany(former, PROVIDER_SETTING_KEYS);
    await this.unitOfWork.run(institutionId, async (tx) => {
      await this.takeOver(tx, former, institutionId);
      await people.takeAddresses(tx);
      await this.admit(tx, institutionId, heirs);
      for (const [key, value] of Object.entries(connections))
        if (value !== undefined) await this.settings.set(tx, institutionId, key, value, 'system:seed');
      await this.audit.record(
        tx,
        { institutionId, actor: actorName(client) },
        { action: 'sandbox.reset', subject: `institution:${institutionId}`, details: { former } },
      );
    });
    this.settings.forget(institutionId);
    await this.retire(former, client);
    const accounts = await sandboxAccounts(this.unitOfWork, institutionId);
    const { businessDate } = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneByOrFail(Institution, { institutionId }),
    );
    return { institutionId, businessDate, accounts };
  }

  private async assertAllowed(former: number): Promise<void> {
    const since = new Date(this.clock.now().getTime() - DAY_MS);
    const [isListed, resets] = await this.unitOfWork.routing(async (tx) => [
      await tx.existsBy(InstitutionDirectory, { institutionId: former, retiredAt: IsNull() }),
      await tx.countBy(InstitutionDirectory, { retiredAt: MoreThan(since) }),
    ]);
    if (!isListed) throw sandboxResetErrors.SANDBOX_RESET_RUNNING();
    if (resets >= RESETS_PER_DAY) throw commonErrors.TOO_MANY_REQUESTS();
  }

  /** The routing tables name the new institution from the commit on. @throws SANDBOX_RESET_RUNNING (409) */
  private async takeOver(tx: Tx, former: number, institutionId: number): Promise<void> {
    const { code } = SANDBOX_INSTITUTION;
    const { affected } = await tx.update(
      InstitutionDirectory,
      { institutionId: former, retiredAt: IsNull() },
      { code: `${code}-${former}`, retiredAt: this.clock.now() },
    );
    // Another process has been faster.
    if (affected !== 1) throw sandboxResetErrors.SANDBOX_RESET_RUNNING();
    await tx.insert(InstitutionDirectory, { institutionId, code, retiredAt: null });
    await tx.delete(StaffDirectory, { institutionId: former });
    await tx.delete(GatewayKeyDirectory, { institutionId: former });
    await tx.update(ClientDirectory, { institutionId: former }, { institutionId });
  }

  /** Clients keep their secrets, scopes and addresses. Their accounts and limits stay behind. */
  private async admit(tx: Tx, institutionId: number, heirs: ApiClient[]): Promise<void> {
    const ids = await this.ids.block(heirs.length);
    const rows = heirs.map((heir) => ({ ...heir, institutionId, id: ids.next(), parentAccountNumber: null }));
    await tx.insert(ApiClient, rows);
  }

  /** Ends the tokens and sessions of the old institution. */
  private async retire(former: number, client: ClientActor): Promise<void> {
    const members = await this.unitOfWork.run(former, async (tx) => {
      await tx.update(ApiClient, { institutionId: former, status: Not('Inactive') }, { status: 'Inactive' });
      const staff = await tx.findBy(Staff, { institutionId: former });
      for (const member of staff) await this.sessions.endAll(tx, member, { reason: 'deactivated', by: null });
      await this.audit.record(
        tx,
        { institutionId: former, actor: actorName(client) },
        { action: 'sandbox.retire', subject: `institution:${former}` },
      );
      return staff;
    });
    this.clients.forgetAll(former);
    for (const { staffID } of members) this.sessions.forgetMember(former, staffID);
  }
}
