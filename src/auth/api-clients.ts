import { Injectable } from '@nestjs/common';
import { shortLivedCache } from '../common/cache/short-lived-cache';
import { randomToken, sha256 } from '../common/crypto/digest';
import { IdAllocator } from '../common/database/id-allocator';
import { type Tx, UnitOfWork } from '../common/database/unit-of-work';
import type { ClientActor } from '../common/http/actor';
import { type ClientScope, READ_SCOPES } from '../common/http/client-scopes';
import { Clock } from '../common/time/clock';
import { type ClientAmounts, ClientLimits, NO_CLIENT_AMOUNTS } from '../ledger/engine/client-limits';
import { addressCheck } from './allowed-addresses';
import { ApiClient } from './api-client.entity';
import { type ApiClientView, apiClientView } from './api-clients.dto';
import { authErrors } from './auth.errors';
import { ClientDirectory } from './client-directory.entity';
import { effectiveStatus } from './client-inactivity';
import { NO_PREVIOUS_SECRET, type SecretTimes } from './client-secrets';

/** Cache lifetime: a change by another process takes effect after at most this time. */
const STALE_AFTER_MS = 20_000;
const CACHED_CLIENTS = 10_000;

const CLIENT_ID_BYTES = 15;
const SECRET_BYTES = 32;

export interface NewApiClient {
  institutionId: number;
  name: string;
  parentAccountNumber?: string;
  /** Default: those that read. */
  scopes?: readonly ClientScope[];
  /** Default: every address. */
  allowedAddresses?: readonly string[];
  /** Default: never. */
  expiresAt?: Date;
  /** Default: none. */
  amounts?: ClientAmounts;
  /** Default: a random one. */
  clientId?: string;
  /** Only for a sandbox; otherwise it is generated. */
  clientSecret?: string;
}

/** A client and its secret, which is shown once and not stored. */
export interface IssuedApiClient {
  client: ApiClient;
  clientSecret: string;
}

/** The current status of the client of a token. */
export interface ClientStanding extends SecretTimes {
  isActive: boolean;
  expiresAt: Date | null;
  /** True for an address from which the client may be used. */
  isAddressAllowed: (address: string) => boolean;
  actor: ClientActor;
}

/** A random id for a new client. */
export function newClientId(): string {
  return randomToken(CLIENT_ID_BYTES);
}

/** A new random secret, shown once, with the columns that the client has for it. */
export function newClientSecret(now: Date): {
  clientSecret: string;
  columns: Pick<ApiClient, 'secretHash' | 'secretChangedAt'>;
} {
  const clientSecret = randomToken(SECRET_BYTES);
  return { clientSecret, columns: { secretHash: sha256(clientSecret), secretChangedAt: now } };
}

/** The API clients of an institution. */
@Injectable()
export class ApiClients {
  private readonly cache = shortLivedCache<ClientStanding>({
    ttlMs: STALE_AFTER_MS,
    max: CACHED_CLIENTS,
  });

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdAllocator,
    private readonly clock: Clock,
    private readonly limits: ClientLimits,
  ) {}

  /** Cached briefly, because every request needs it. Undefined when the institution has no such client. */
  standing(institutionId: number, clientId: string): ClientStanding | undefined | Promise<ClientStanding | undefined> {
    const key = `${institutionId}|${clientId}`;
    return this.cache.get(key) ?? this.cache.fetch(key, { context: () => this.readStanding(institutionId, clientId) });
  }

  private async readStanding(institutionId: number, clientId: string): Promise<ClientStanding | undefined> {
    const client = await this.unitOfWork.read(institutionId, (tx) =>
      tx.findOneBy(ApiClient, { institutionId, clientId }),
    );
    if (!client) return undefined;
    const parentAccountNumber = client.parentAccountNumber ?? undefined;
    const scopes = new Set<string>(client.scopes);
    const actor: ClientActor = { kind: 'api-client', institutionId, id: clientId, parentAccountNumber, scopes };
    const { secretChangedAt, previousSecretChangedAt, previousSecretEndsAt, expiresAt } = client;
    return {
      isActive: client.status === 'Active',
      secretChangedAt,
      previousSecretChangedAt,
      previousSecretEndsAt,
      expiresAt,
      isAddressAllowed: addressCheck(client.allowedAddresses),
      actor,
    };
  }

  /** Call it after a change of the client is committed. */
  forget(institutionId: number, clientId: string): void {
    this.cache.delete(`${institutionId}|${clientId}`);
  }

  /** Like `forget`, for every client of the institution. */
  forgetAll(institutionId: number): void {
    for (const key of this.cache.keys()) if (key.startsWith(`${institutionId}|`)) this.cache.delete(key);
  }

  /** The amounts that a client may move; without a limit for one that has none. */
  async amounts(tx: Tx, { institutionId, clientId }: ApiClient): Promise<ClientAmounts> {
    return (await this.limits.find(tx, institutionId, [clientId])).get(clientId) ?? NO_CLIENT_AMOUNTS;
  }

  /** The client as staff see it. */
  async view(tx: Tx, client: ApiClient): Promise<ApiClientView> {
    return apiClientView(client, await this.amounts(tx, client), this.clock.now());
  }

  /** Locks the client for a change. @throws API_CLIENT_NOT_FOUND (404) */
  async lock(tx: Tx, institutionId: number, clientId: string): Promise<ApiClient> {
    const client = await tx.findOne(ApiClient, {
      where: { institutionId, clientId },
      lock: { mode: 'pessimistic_write' },
    });
    if (!client) throw authErrors.API_CLIENT_NOT_FOUND(`There is no API client ${clientId}.`);
    return client;
  }

  /** Creates a client with its key pair. */
  async issue(
    tx: Tx,
    { institutionId, name, parentAccountNumber, amounts, ...given }: NewApiClient,
  ): Promise<IssuedApiClient> {
    const clientId = given.clientId ?? newClientId();
    const clientSecret = given.clientSecret ?? randomToken(SECRET_BYTES);
    const now = this.clock.now();
    const client: ApiClient = {
      institutionId,
      id: await this.ids.next(),
      clientId,
      secretHash: sha256(clientSecret),
      secretChangedAt: now,
      ...NO_PREVIOUS_SECRET,
      scopes: [...(given.scopes ?? READ_SCOPES)],
      allowedAddresses: [...(given.allowedAddresses ?? [])],
      expiresAt: given.expiresAt ?? null,
      name,
      status: 'Active',
      parentAccountNumber: parentAccountNumber ?? null,
      lastUsedAt: null,
      reactivatedAt: null,
      createdAt: now,
    };
    await tx.insert(ApiClient, client);
    await tx.insert(ClientDirectory, { clientId, institutionId });
    if (amounts) await this.limits.set(tx, institutionId, clientId, amounts);
    return { client, clientSecret };
  }

  /**
   * Gives a locked client a new secret and makes it active.
   * @param overlapMs for so long the old secret and its tokens stay valid; a still older secret ends at once.
   */
  async regenerate(tx: Tx, client: ApiClient, overlapMs: number): Promise<IssuedApiClient> {
    const now = this.clock.now();
    const { clientSecret, columns } = newClientSecret(now);
    const changes = {
      ...columns,
      ...(overlapMs === 0 || effectiveStatus(client, now) !== 'Active'
        ? NO_PREVIOUS_SECRET
        : {
            previousSecretHash: client.secretHash,
            previousSecretChangedAt: client.secretChangedAt,
            previousSecretEndsAt: new Date(now.getTime() + overlapMs),
          }),
      status: 'Active' as const,
      reactivatedAt: now,
    };
    await tx.update(ApiClient, { institutionId: client.institutionId, id: client.id }, changes);
    return { client: { ...client, ...changes }, clientSecret };
  }
}
