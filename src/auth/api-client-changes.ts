import { Injectable } from '@nestjs/common';
import type { Tx } from '../common/database/unit-of-work';
import type { ClientScope } from '../common/http/client-scopes';
import { nairaToKobo } from '../common/money/naira';
import { MemberOf } from '../common/registry/registry';
import { Clock } from '../common/time/clock';
import type { ChangeFields, ConfigurationChange } from '../institutions/changes/change-as-data';
import { type AuditedChange, type ChangeKind, ChangeKinds } from '../institutions/changes/change-kinds';
import { ClientLimits } from '../ledger/engine/client-limits';
import { ApiClient } from './api-client.entity';
import { ApiClients, newClientSecret } from './api-clients';
import type { ApiClientSecretView, ApiClientView } from './api-clients.dto';
import { authPermissions } from './auth.permissions';
import { ClientGrants, mayAct, widensAccess } from './client-grants';
import { readExpiry } from './client-inactivity';
import { NO_PREVIOUS_SECRET } from './client-secrets';

export const CHANGE_API_CLIENT = 'change-api-client';

/** The fields of a change; an amount is in Naira, and null for none. */
interface ClientFields {
  name?: string;
  scopes?: ClientScope[];
  allowedAddresses?: string[];
  expiresAt?: string | null;
  perCallLimit?: number | null;
  perDayLimit?: number | null;
}

const AMOUNTS = ['perCallLimit', 'perDayLimit'] as const;

/** True when an amount is removed or raised; one person may set and lower amounts, because that contains a danger. */
function raisesAmount(before: ChangeFields | null, after: ChangeFields): boolean {
  return AMOUNTS.some((field) => {
    const now = before?.[field] ?? null;
    const next = after[field];
    return next !== undefined && now !== null && (next === null || (next as number) > (now as number));
  });
}

/**
 * Changes of API clients. What lets a client move more waits for a second person. Where two people give clients their
 * rights, a client that begins to act gets a new secret, which the second person gets: one person may have made the
 * client while it only read, and knows its secret.
 */
@Injectable()
@MemberOf(ChangeKinds)
export class ApiClientChanges implements ChangeKind {
  readonly operation = CHANGE_API_CLIENT;
  readonly title = 'API client';
  readonly covers =
    'an amount that a client may move, when it is raised or removed, and where API_CLIENT_GRANTS_APPROVED is on, ' +
    'scopes that do more than read, more addresses and a later end; with it all that is sent together; the second ' +
    'person gets a new secret of a client that only read before';
  readonly permission = authPermissions.manageApiClients;

  constructor(
    private readonly clients: ApiClients,
    private readonly limits: ClientLimits,
    private readonly grants: ClientGrants,
    private readonly clock: Clock,
  ) {}

  async present(tx: Tx, institutionId: number, clientId: string): Promise<ChangeFields> {
    const client = await this.clients.lock(tx, institutionId, clientId);
    const { name, scopes, allowedAddresses, expiresAt, perCallLimit, perDayLimit } = await this.clients.view(
      tx,
      client,
    );
    return { name, scopes, allowedAddresses, expiresAt: expiresAt?.toISOString() ?? null, perCallLimit, perDayLimit };
  }

  /** @throws API_CLIENT_NOT_FOUND (404), VALIDATION_FAILED (400) for an expiry in the past */
  async apply(
    tx: Tx,
    institutionId: number,
    { target: clientId, after }: ConfigurationChange,
  ): Promise<ApiClientView | ApiClientSecretView> {
    const client = await this.clients.lock(tx, institutionId, clientId);
    const { expiresAt, perCallLimit, perDayLimit, ...fields } = after as ClientFields;
    const now = this.clock.now();
    const hasExpired = client.expiresAt !== null && client.expiresAt <= now;
    const secret = (await this.beginsToAct(tx, client, fields.scopes)) ? newClientSecret(now) : undefined;
    const changes = {
      ...fields,
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : readExpiry(expiresAt, now) }),
      // As with a reactivation: tokens and a previous secret from before the end stay dead.
      ...(expiresAt !== undefined && hasExpired ? { secretChangedAt: now, ...NO_PREVIOUS_SECRET } : {}),
      ...(secret ? { ...secret.columns, ...NO_PREVIOUS_SECRET } : {}),
    };
    if (Object.keys(changes).length > 0) await tx.update(ApiClient, { institutionId, id: client.id }, changes);
    if (perCallLimit !== undefined || perDayLimit !== undefined) {
      const { perCallKobo, perDayKobo } = await this.clients.amounts(tx, client);
      await this.limits.set(tx, institutionId, clientId, {
        perCallKobo: perCallLimit === undefined ? perCallKobo : (nairaToKobo(perCallLimit) ?? null),
        perDayKobo: perDayLimit === undefined ? perDayKobo : (nairaToKobo(perDayLimit) ?? null),
      });
    }
    const view = await this.clients.view(tx, { ...client, ...changes });
    return secret ? { ...view, clientSecret: secret.clientSecret } : view;
  }

  /** True when a client that only read gets scopes for more, where two people give clients their rights. */
  private async beginsToAct(tx: Tx, client: ApiClient, scopes: ClientScope[] | undefined): Promise<boolean> {
    if (scopes === undefined || mayAct(client.scopes) || !mayAct(scopes)) return false;
    return this.grants.needTwoPeople(tx, client.institutionId);
  }

  audited({ target }: ConfigurationChange): AuditedChange[] {
    return [{ action: 'api-client.update', subject: `api-client:${target}` }];
  }

  async isImmediate(tx: Tx, institutionId: number, { before, after }: ConfigurationChange): Promise<boolean> {
    if (raisesAmount(before, after)) return false;
    return !widensAccess(before ?? {}, after) || !(await this.grants.needTwoPeople(tx, institutionId));
  }

  committed(institutionId: number): void {
    this.clients.forgetAll(institutionId);
  }
}
