import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { ClientScope } from '../common/http/client-scopes';
import { nairaToKobo } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { ApiClients } from './api-clients';
import type { ApiClientSecretView, CreateApiClientBody } from './api-clients.dto';
import { authPermissions } from './auth.permissions';
import { ClientGrants, mayAct } from './client-grants';
import { readExpiry } from './client-inactivity';

export const CREATE_API_CLIENT = 'create-api-client';

/**
 * New API clients. One person makes a client that reads; where the institution says so, a second person approves one
 * that may act, and gets its secret, so that whoever asks for it cannot act with it.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class NewClientChanges implements ChangeKind {
  readonly operation = CREATE_API_CLIENT;
  readonly title = 'New API client';
  readonly covers =
    'where API_CLIENT_GRANTS_APPROVED is on: a new API client that may do more than read; the second person gets ' +
    'its secret, once';
  readonly permission = authPermissions.manageApiClients;

  constructor(
    private readonly clients: ApiClients,
    private readonly grants: ClientGrants,
    private readonly clock: Clock,
  ) {}

  present(): Promise<ChangeFields> {
    return Promise.resolve({});
  }

  /** @throws VALIDATION_FAILED (400) for an expiry in the past */
  async apply(
    tx: Tx,
    institutionId: number,
    { target: clientId, after }: ConfigurationChange,
  ): Promise<ApiClientSecretView> {
    const { expiresAt, perCallLimit, perDayLimit, ...fields } = after as unknown as CreateApiClientBody;
    const { client, clientSecret } = await this.clients.issue(tx, {
      institutionId,
      ...fields,
      clientId,
      expiresAt: expiresAt === undefined ? undefined : readExpiry(expiresAt, this.clock.now()),
      amounts: { perCallKobo: nairaToKobo(perCallLimit) ?? null, perDayKobo: nairaToKobo(perDayLimit) ?? null },
    });
    return { ...(await this.clients.view(tx, client)), clientSecret };
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'api-client.create', subject: `api-client:${target}` }];
  }

  async isImmediate(tx: Tx, institutionId: number, { after }: ConfigurationChange): Promise<boolean> {
    return !mayAct(after.scopes as ClientScope[]) || !(await this.grants.needTwoPeople(tx, institutionId));
  }
}
