import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import { MemberOf } from '../common/registry/registry';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { ApiClients } from './api-clients';
import type { ApiClientSecretView } from './api-clients.dto';
import { authPermissions } from './auth.permissions';
import { ClientGrants, mayAct } from './client-grants';

export const REGENERATE_API_CLIENT = 'regenerate-api-client';

const MINUTE_MS = 60_000;

/**
 * New secrets of API clients. Where the institution says so, a second person approves the new secret of a client that
 * may act, and gets it, so that whoever asks for it cannot act with it.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class ClientSecretChanges implements ChangeKind {
  readonly operation = REGENERATE_API_CLIENT;
  readonly title = 'Secret of an API client';
  readonly covers =
    'where API_CLIENT_GRANTS_APPROVED is on: a new secret of an API client that may do more than read; the second ' +
    'person gets it, once';
  readonly permission = authPermissions.manageApiClients;
  readonly versioned = true;
  readonly boundToRecord = true;

  constructor(
    private readonly clients: ApiClients,
    private readonly grants: ClientGrants,
  ) {}

  /** A client that was deactivated meanwhile, or has another secret by now, must be asked for again. */
  async present(tx: Tx, institutionId: number, clientId: string): Promise<ChangeFields> {
    const { status, secretChangedAt } = await this.clients.lock(tx, institutionId, clientId);
    return { status, secretChangedAt: secretChangedAt.toISOString() };
  }

  /** @throws API_CLIENT_NOT_FOUND (404) */
  async apply(
    tx: Tx,
    institutionId: number,
    { target: clientId, after }: ConfigurationChange,
  ): Promise<ApiClientSecretView> {
    const { client, clientSecret } = await this.clients.regenerate(
      tx,
      await this.clients.lock(tx, institutionId, clientId),
      (after.overlapMinutes as number) * MINUTE_MS,
    );
    return { ...(await this.clients.view(tx, client)), clientSecret };
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'api-client.regenerate', subject: `api-client:${target}` }];
  }

  async isImmediate(tx: Tx, institutionId: number, { target }: ConfigurationChange): Promise<boolean> {
    const { scopes } = await this.clients.lock(tx, institutionId, target);
    return !mayAct(scopes) || !(await this.grants.needTwoPeople(tx, institutionId));
  }

  committed(institutionId: number): void {
    this.clients.forgetAll(institutionId);
  }
}
