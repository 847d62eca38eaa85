import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { ApiClient } from './api-client.entity';
import { ApiClients } from './api-clients';
import type { ApiClientView } from './api-clients.dto';
import { authPermissions } from './auth.permissions';
import { ClientGrants, mayAct } from './client-grants';
import { effectiveStatus } from './client-inactivity';

export const REACTIVATE_API_CLIENT = 'reactivate-api-client';

/**
 * Reactivations of API clients with their present secret. Where the institution says so, a second person approves that
 * of a client that may act: one person may know the secret, and be the reason for which it was deactivated.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class ClientReactivations implements ChangeKind {
  readonly operation = REACTIVATE_API_CLIENT;
  readonly title = 'Reactivation of an API client';
  readonly covers =
    'where API_CLIENT_GRANTS_APPROVED is on: the reactivation of an API client that may do more than read, with its ' +
    'present secret';
  readonly permission = authPermissions.manageApiClients;

  constructor(
    private readonly clients: ApiClients,
    private readonly grants: ClientGrants,
    private readonly clock: Clock,
  ) {}

  async present(tx: Tx, institutionId: number, clientId: string): Promise<ChangeFields> {
    const client = await this.clients.lock(tx, institutionId, clientId);
    const { reactivatedAt } = client;
    return {
      status: effectiveStatus(client, this.clock.now()),
      reactivatedAt: reactivatedAt?.toISOString() ?? null,
    };
  }

  /** @throws API_CLIENT_NOT_FOUND (404) */
  async apply(tx: Tx, institutionId: number, { target: clientId }: ConfigurationChange): Promise<ApiClientView> {
    const client = await this.clients.lock(tx, institutionId, clientId);
    const now = this.clock.now();
    // Tokens from before a deactivation stay dead, although the secret is the same.
    const ended = client.status === 'Active' ? {} : { secretChangedAt: now };
    const changes = { status: 'Active' as const, reactivatedAt: now, ...ended };
    await tx.update(ApiClient, { institutionId, id: client.id }, changes);
    return this.clients.view(tx, { ...client, ...changes });
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'api-client.reactivate', subject: `api-client:${target}` }];
  }

  /** An active client gets nothing back: its fourteen days begin anew. */
  async isImmediate(tx: Tx, institutionId: number, { target }: ConfigurationChange): Promise<boolean> {
    const client = await this.clients.lock(tx, institutionId, target);
    if (!mayAct(client.scopes) || effectiveStatus(client, this.clock.now()) === 'Active') return true;
    return !(await this.grants.needTwoPeople(tx, institutionId));
  }

  committed(institutionId: number): void {
    this.clients.forgetAll(institutionId);
  }
}
